package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.RowsByKey;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/**
 * Gives a query the form in which it is compared and looked up: without positions, with constants computed, and conditions in a fixed
 * order. It returns the same rows. A constant error stays until the query is run, but loses its position.
 */
public final class Canonical {
    private Canonical() {}

    public static PlannedQuery of(PlannedQuery query) {
        return new PlannedQuery(
                of(query.plan()),
                query.initials().stream()
                        .map(initial -> new PlannedQuery.Initial(initial.kind(), of(initial.plan()), 0))
                        .toList(),
                query.parameters());
    }

    /** A number shared by queries in this form that differ only in constants, and by few others. */
    public static int shapeHash(PlannedQuery canonical) {
        return Expressions.changed(canonical, Canonical::withoutConstant).hashCode();
    }

    private static Bound withoutConstant(Bound node) {
        if (node instanceof Bound.Constant constant) {
            return new Bound.Constant(null, constant.type(), 0);
        } else if (node instanceof Bound.In in) {
            return new Bound.In(
                    in.operand(),
                    in.values().stream()
                            .filter(value -> !(value instanceof Bound.Constant))
                            .toList(),
                    0);
        } else if (node instanceof Bound.InSet in) {
            return new Bound.In(in.operand(), List.of(), 0);
        } else if (node instanceof Bound.LookUp lookUp) {
            return new Bound.LookUp(
                    new RowsByKey(lookUp.rows().keys(), lookUp.rows().haveSets(), List.of()),
                    lookUp.operands(),
                    lookUp.type(),
                    0);
        } else if (node instanceof Bound.Like like) {
            return new Bound.Call(Function.LIKE, List.of(like.operand()), SqlType.BOOLEAN, 0);
        }
        return node;
    }

    private static Plan of(Plan plan) {
        return Expressions.withoutPositionsOfCalls(Expressions.inPlan(plan, CanonicalForm::of, Canonical::withoutTrue));
    }

    /** Removes filters that all rows pass. */
    private static Plan withoutTrue(Plan plan) {
        return plan instanceof Plan.Filter filter
                        && filter.condition() instanceof Bound.Constant constant
                        && Boolean.TRUE.equals(constant.value())
                ? filter.input()
                : plan;
    }
}
