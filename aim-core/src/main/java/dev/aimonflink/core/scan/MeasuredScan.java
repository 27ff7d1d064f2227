package dev.aimonflink.core.scan;

import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.cut.AnswerLimits;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Partials;
import dev.aimonflink.core.pass.Scan;
import java.util.ArrayList;
import java.util.List;

/** A {@link FragmentsScan} that also measures its fragments and their steps. Its partial ends with the report. */
public final class MeasuredScan implements Scan {
    private final List<MeasuredFragment> fragments;
    private final FragmentsScan scan;
    private final long openedMs = System.currentTimeMillis();
    private int scansOfPass = 1;
    private int requests = 1;

    public MeasuredScan(List<FragmentScan> fragments, AnswerLimits limits) {
        this.fragments = fragments.stream().map(MeasuredFragment::new).toList();
        scan = new FragmentsScan(List.copyOf(this.fragments), limits);
    }

    @Override
    public void begin(int scans, int answered) {
        scansOfPass = scans;
        requests = answered;
    }

    @Override
    public void scan(Block block, int rows) {
        scan.scan(block, rows);
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        return scan.scanPart(block, rows);
    }

    @Override
    public void hasUsed(long cpuNanos) {
        scan.hasUsed(cpuNanos);
    }

    @Override
    public long keptBytes() {
        return scan.keptBytes();
    }

    @Override
    public Partial partial() {
        Partial answer = scan.partial();
        List<States> states = new ArrayList<>();
        for (int i = 0; i < Math.max(1, fragments.size()); i++) {
            states.add(answer.states(i, Partials.class));
        }
        ScanReport report = new ScanReport(openedMs, scansOfPass, requests);
        fragments.forEach(fragment -> report.add(fragment.way(), fragment.nanos, fragment.times));
        states.addAll(report.states());
        return Partial.of(states.toArray(States[]::new));
    }

    /** Measures a fragment. */
    private static final class MeasuredFragment implements FragmentScan {
        private final FragmentScan fragment;
        private final StepTimes times = StepTimes.measured();
        private long nanos;

        MeasuredFragment(FragmentScan fragment) {
            this.fragment = fragment;
            fragment.measure(times);
        }

        @Override
        public boolean scanPart(Block block, int rows) {
            final long beginNanos = System.nanoTime();
            final boolean isLast = fragment.scanPart(block, rows);
            nanos += System.nanoTime() - beginNanos;
            return isLast;
        }

        @Override
        public long keptBytes() {
            return fragment.keptBytes();
        }

        @Override
        public Partial partial() {
            return fragment.partial();
        }

        @Override
        public ScanWay way() {
            return fragment.way();
        }
    }
}
