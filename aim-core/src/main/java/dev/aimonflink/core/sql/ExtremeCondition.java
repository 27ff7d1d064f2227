package dev.aimonflink.core.sql;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.HashSet;
import java.util.List;

/**
 * Recognises {@code x = (SELECT max(x) FROM the same rows)}. A row with the greatest value of all has the greatest of its partition,
 * so partitions need not know the former.
 */
record ExtremeCondition(MatrixTables tables, List<PlannedQuery.Initial> initials) {
    /** The extreme that a condition is about; null if it is another condition. */
    Fragment.Extreme of(Bound condition, Star rows) {
        if (!(condition instanceof Bound.Comparison equal) || equal.operator() != BinaryOperator.EQUAL) {
            return null;
        }
        Fragment.Extreme extreme = of(equal.left(), equal.right(), rows);
        return extreme != null ? extreme : of(equal.right(), equal.left(), rows);
    }

    private Fragment.Extreme of(Bound value, Bound query, Star rows) {
        if (!(query instanceof Bound.Initial initial) || Initials.isIn(value)) {
            return null;
        }
        Plan plan = initials.get(initial.index()).plan();
        while (plan instanceof Plan.Project project
                && project.expressions().get(0) instanceof Bound.Field field
                && field.column().index() == 0) {
            plan = project.input();
        }
        if (!(plan instanceof Plan.Aggregate aggregate)
                || aggregate.isGrouped()
                || aggregate.calls().size() != 1
                || !isExtreme(aggregate.calls().get(0))) {
            return null;
        }
        AggregateCall call = aggregate.calls().get(0);
        Star ofQuery = Star.of(aggregate.input(), tables);
        boolean isSame = ofQuery != null
                && ofQuery.columns().equals(rows.columns())
                && new HashSet<>(ofQuery.conditions()).equals(new HashSet<>(rows.conditions()))
                && ofQuery.in(call.arguments().get(0)).equals(rows.in(value));
        return isSame ? new Fragment.Extreme(rows.in(value), call.function() == AggregateFunction.MAX) : null;
    }

    private static boolean isExtreme(AggregateCall call) {
        return (call.function() == AggregateFunction.MAX || call.function() == AggregateFunction.MIN)
                && call.filter() == null
                && !Initials.isIn(call.arguments().get(0));
    }
}
