package dev.aimonflink.query.compute.scan;

import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import java.util.ArrayList;
import java.util.List;

/**
 * What a partition reports of a measured scan, beside its answer. It travels as two more states of the partial: one for the pass, and one
 * with a row for each fragment and each step.
 *
 * @param openedMs wall-clock time right after the cut was taken
 * @param scansOfPass different queries of the pass, including this one
 */
public record ScanReport(long openedMs, int scansOfPass, int requests, List<Step> steps) {
    private static final GroupLimit MAX_STEPS = GroupLimit.orFail(1_000);
    private static final int STEPS_OF_A_FRAGMENT = 1 + StepTimes.Step.values().length;

    /** @param rowsIn 0 for a whole fragment, like the rows that it leaves */
    public record Step(int fragment, boolean isWhole, String name, long nanos, long rowsIn, long rowsOut) {}

    /** Without fragments, which are added later. */
    ScanReport(long openedMs, int scansOfPass, int requests) {
        this(openedMs, scansOfPass, requests, new ArrayList<>());
    }

    void add(ScanWay way, long nanos, StepTimes times) {
        int fragment = (int) steps.stream().filter(Step::isWhole).count();
        steps.add(new Step(fragment, true, way.toString(), nanos, 0, 0));
        for (StepTimes.Step each : StepTimes.Step.values()) {
            if (times.rowsIn(each) > 0) {
                steps.add(new Step(
                        fragment, false, each.words(), times.nanos(each), times.rowsIn(each), times.rowsOut(each)));
            }
        }
    }

    /** The states behind those of the answer. They can be merged like all states, but then mean nothing. */
    List<States> states() {
        Counts pass = new Counts().add(openedMs);
        Partial ofPass = Partial.of(pass, new Counts().add(scansOfPass), new Counts().add(requests));
        Keys places = Keys.inUsualOrder(2);
        Counts nanos = new Counts();
        Counts rowsIn = new Counts();
        Counts rowsOut = new Counts();
        int place = 0;
        for (Step step : steps) {
            place = step.isWhole ? step.fragment * STEPS_OF_A_FRAGMENT : place + 1;
            places.add((long) place, step.name);
            nanos.add(step.nanos);
            rowsIn.add(step.rowsIn);
            rowsOut.add(step.rowsOut);
        }
        return List.of(
                new NestedPartials().add(ofPass),
                new NestedPartials().add(Partial.ofGroups(MAX_STEPS, places, List.of(nanos, rowsIn, rowsOut))));
    }

    /** Reads what {@link #states} made, behind {@code statesBefore} states of the answer. */
    public static ScanReport of(Partial partial, int statesBefore) {
        Partial pass = partial.states(statesBefore, NestedPartials.class).partial(0);
        ScanReport report = new ScanReport(count(pass, 0, 0), (int) count(pass, 1, 0), (int) count(pass, 2, 0));
        Partial steps = partial.states(statesBefore + 1, NestedPartials.class).partial(0);
        for (int row = 0; row < steps.rows(); row++) {
            int place = Math.toIntExact((Long) steps.keys().value(row, 0));
            report.steps.add(new Step(
                    place / STEPS_OF_A_FRAGMENT,
                    place % STEPS_OF_A_FRAGMENT == 0,
                    (String) steps.keys().value(row, 1),
                    count(steps, 0, row),
                    count(steps, 1, row),
                    count(steps, 2, row)));
        }
        return report;
    }

    private static long count(Partial partial, int state, int row) {
        return partial.states(state, Counts.class).count(row);
    }
}
