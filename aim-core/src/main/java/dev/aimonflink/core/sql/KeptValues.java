package dev.aimonflink.core.sql;

import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;

/**
 * How much a statement keeps.
 *
 * @param values of each group or row
 * @param sets of values that differ
 */
record KeptValues(long values, long sets) {
    /** What a value takes, about: an object, its place in an array, and one in a table of hashes. */
    static final int BYTES_OF_A_VALUE = 64;

    static KeptValues of(CutQuery cut) {
        long values = widest(cut.rest().plan());
        long sets = 0;
        for (PlannedQuery.Initial initial : cut.rest().initials()) {
            values += widest(initial.plan());
        }
        for (Fragment fragment : cut.fragments()) {
            values += fragment.keys().size() + fragment.aggregates().size();
            sets += fragment.aggregates().stream().filter(KeptValues::keepsSet).count();
        }
        return new KeptValues(values, sets);
    }

    private static boolean keepsSet(AggregateCall aggregate) {
        return aggregate.isDistinct() || aggregate.function().isPercentile();
    }

    private static long widest(Plan plan) {
        long widest = plan.outputs().size();
        for (Plan input : Plans.inputs(plan)) {
            widest = Math.max(widest, widest(input));
        }
        return widest;
    }
}
