package dev.aimonflink.sql.simplify;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.UnusedQueries;
import java.util.List;

/**
 * Simplifies a query without reading rows, as PostgreSQL does: computes constants, and drops what cannot change the
 * answer, so that it costs nothing and cannot fail.
 */
public final class Simplified {
    private Simplified() {}

    public static PlannedQuery of(PlannedQuery query) {
        return UnusedQueries.without(new PlannedQuery(
                of(query.plan()),
                query.initials().stream()
                        .map(initial -> initial.of(of(initial.plan())))
                        .toList(),
                query.parameters()));
    }

    private static Plan of(Plan plan) {
        return Expressions.inPlan(plan, whole -> Operands.changed(whole, KnownValues::simplified), each -> {
            if (each instanceof Plan.Filter filter) {
                return filtered(filter);
            } else if (each instanceof Plan.Join join && join.condition() != null) {
                return new Plan.Join(join.kind(), join.left(), join.right(), KnownValues.selecting(join.condition()));
            } else {
                return each instanceof Plan.Project project ? UnusedCalls.without(project) : each;
            }
        });
    }

    /** If no row passes, none is read. */
    private static Plan filtered(Plan.Filter filter) {
        Bound condition = KnownValues.selecting(filter.condition());
        if (condition instanceof Bound.Constant constant) {
            return Boolean.TRUE.equals(constant.value())
                    ? filter.input()
                    : new Plan.Values(List.of(), filter.outputs());
        }
        return new Plan.Filter(filter.input(), condition);
    }
}
