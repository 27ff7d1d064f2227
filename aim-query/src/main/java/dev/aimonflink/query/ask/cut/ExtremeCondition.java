package dev.aimonflink.query.ask.cut;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.List;

/**
 * Recognises {@code x = (SELECT max(x) FROM the same rows)}. A row with the greatest value overall has the greatest value of its partition,
 * so partitions need not know the overall maximum.
 */
record ExtremeCondition(List<PlannedQuery.Initial> initials) {
    /** The extreme that a condition on some rows tests, over these rows; null for another condition. */
    Fragment.Extreme of(Bound condition, Plan rows) {
        if (!(condition instanceof Bound.Comparison equal) || equal.operator() != BinaryOperator.EQUAL) {
            return null;
        }
        Fragment.Extreme extreme = of(equal.left(), equal.right(), rows);
        return extreme != null ? extreme : of(equal.right(), equal.left(), rows);
    }

    private Fragment.Extreme of(Bound value, Bound query, Plan rows) {
        if (!(query instanceof Bound.Initial initial) || Initials.isIn(value)) {
            return null;
        }
        Plan plan = initials.get(initial.index()).plan();
        while (plan instanceof Plan.Project project
                && project.expressions().get(0) instanceof Bound.Field field
                && field.column().index() == 0) {
            plan = project.input();
        }
        if (!(plan instanceof Plan.Aggregate all)
                || all.isGrouped()
                || all.calls().size() != 1
                || !isExtreme(all.calls().get(0))) {
            return null;
        }
        AggregateCall aggregate = all.calls().get(0);
        return valuesOf(all.input(), aggregate.arguments().get(0)).equals(valuesOf(rows, value))
                ? new Fragment.Extreme(value, aggregate.function() == AggregateFunction.MAX)
                : null;
    }

    private static PlannedQuery valuesOf(Plan rows, Bound value) {
        Plan values = new Plan.Project(rows, List.of(value), List.of(new Output("", value.type())));
        return Canonical.of(new PlannedQuery(values, List.of()));
    }

    private static boolean isExtreme(AggregateCall aggregate) {
        return (aggregate.function() == AggregateFunction.MAX || aggregate.function() == AggregateFunction.MIN)
                && aggregate.filter() == null
                && !Initials.isIn(aggregate.arguments().get(0));
    }
}
