package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.ArrayList;
import java.util.List;

/** A {@link FragmentsScan} that measures its fragments and their steps; its partial ends with the report. */
public final class MeasuredScan extends FragmentsScan {
    private final List<FragmentScan> fragments;
    private final List<StepTimes> times;
    private final long[] nanos;
    private final long openedMs = System.currentTimeMillis();
    private int scansOfPass = 1;
    private int requests = 1;

    public MeasuredScan(List<FragmentScan> fragments, AnswerLimits limits) {
        super(fragments, limits);
        this.fragments = fragments;
        times = fragments.stream().map(each -> StepTimes.measured()).toList();
        nanos = new long[fragments.size()];
        for (int i = 0; i < nanos.length; i++) {
            fragments.get(i).measure(times.get(i));
        }
    }

    @Override
    public void begin(int scans, int answered) {
        scansOfPass = scans;
        requests = answered;
    }

    @Override
    boolean scanPart(int fragment, Block block, int rows) {
        final long beginNanos = System.nanoTime();
        final boolean isLast = super.scanPart(fragment, block, rows);
        nanos[fragment] += System.nanoTime() - beginNanos;
        return isLast;
    }

    @Override
    public Partial partial() {
        Partial answer = super.partial();
        List<States> states = new ArrayList<>();
        for (int i = 0; i < Math.max(1, nanos.length); i++) {
            states.add(answer.states(i, NestedPartials.class));
        }
        ScanReport report = new ScanReport(openedMs, scansOfPass, requests);
        for (int i = 0; i < nanos.length; i++) {
            report.add(fragments.get(i).way(), nanos[i], times.get(i));
        }
        states.addAll(report.states());
        return Partial.of(states.toArray(States[]::new));
    }
}
