package dev.aimonflink.core.sql;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
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
        return aggregate.isDistinct() || aggregate.function() == AggregateFunction.PERCENTILE_DISC;
    }

    /** The values of the widest rows on the way. */
    private static long widest(Plan plan) {
        long widest = width(plan);
        for (Plan input : Plans.inputs(plan)) {
            widest = Math.max(widest, widest(input));
        }
        return widest;
    }

    /** How many values a row of a plan keeps. A column that is not read is a constant, of which all rows have the same. */
    private static long width(Plan plan) {
        if (plan instanceof Plan.Project project) {
            return project.expressions().stream()
                    .filter(each -> !(each instanceof Bound.Constant))
                    .count();
        } else if (plan instanceof Plan.Join join) {
            return width(join.left()) + width(join.right());
        } else if (plan instanceof Plan.Filter || plan instanceof Plan.Sort || plan instanceof Plan.Limit) {
            return width(Plans.inputs(plan).get(0));
        } else {
            return plan.outputs().size();
        }
    }
}
