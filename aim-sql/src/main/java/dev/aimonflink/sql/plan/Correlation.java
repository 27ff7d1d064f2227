package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.List;

/**
 * What a query of EXISTS uses of the query around it. In its expressions these are columns far behind the last one. If it only wants one
 * value of its own to be equal to one of those, it is run once for all rows around: {@code EXISTS (SELECT 1 FROM r WHERE r.zip = s.zip)} is
 * whether {@code s.zip} is in {@code (SELECT r.zip FROM r)}.
 */
final class Correlation {
    private static final int FIRST = Integer.MAX_VALUE / 2;

    private final List<Bound> outer = new ArrayList<>();

    /** Why a query cannot use the first of them, where this is the answer. */
    private SqlException refusal;

    /**
     * @param operand of the query around
     * @param values of one column: the query has rows for a row around if the operand is among them
     */
    record Equal(Bound operand, Plan values) {}

    Bound column(Bound around, SqlException ifRefused) {
        refusal = refusal == null ? ifRefused : refusal;
        outer.add(around);
        return new Bound.Field(Column.of("", around.type(), FIRST + outer.size() - 1), around.position());
    }

    boolean isUsed() {
        return !outer.isEmpty();
    }

    static boolean isOuter(Bound bound) {
        return bound instanceof Bound.Field field && field.column().index() >= FIRST;
    }

    private static boolean hasOuter(Bound bound) {
        return isOuter(bound) || Operands.of(bound).stream().anyMatch(Correlation::hasOuter);
    }

    private static boolean isAllOuter(Bound bound) {
        List<Bound> operands = Operands.of(bound);
        return operands.isEmpty()
                ? isOuter(bound) || bound instanceof Bound.Constant
                : operands.stream().allMatch(Correlation::isAllOuter);
    }

    /** @throws SqlException if it wants anything else */
    Equal equal(Plan query) {
        if (!(rows(query) instanceof Plan.Filter filter)) {
            throw refusal;
        }
        List<Bound> own = new ArrayList<>();
        Bound.Comparison equal = null;
        for (Bound each : Conjuncts.of(filter.condition())) {
            if (!hasOuter(each)) {
                own.add(each);
            } else if (equal == null && each instanceof Bound.Comparison comparison) {
                equal = comparison;
            } else {
                throw refusal;
            }
        }
        requireNone(filter.input());
        if (equal == null || equal.operator() != BinaryOperator.EQUAL) {
            throw refusal;
        }
        boolean isLeft = hasOuter(equal.left());
        Bound around = isLeft ? equal.left() : equal.right();
        Bound value = isLeft ? equal.right() : equal.left();
        if (hasOuter(value) || !isAllOuter(around)) {
            throw refusal;
        }
        Plan rows = own.isEmpty() ? filter.input() : new Plan.Filter(filter.input(), Conjuncts.all(own));
        return new Equal(
                Operands.changed(around, this::ofAround),
                new Plan.Project(rows, List.of(value), List.of(OutputNames.hidden(value.type()))));
    }

    private Bound ofAround(Bound node) {
        return isOuter(node) ? outer.get(((Bound.Field) node).column().index() - FIRST) : node;
    }

    /** Below all that changes nothing in whether there are rows. */
    private Plan rows(Plan query) {
        if (query instanceof Plan.Project project) {
            return rows(project.input());
        } else if (query instanceof Plan.Distinct distinct) {
            return rows(distinct.input());
        } else if (query instanceof Plan.Sort sort) {
            return rows(sort.input());
        } else if (query instanceof Plan.Limit limit
                && limit.offset() == null
                && limit.count() instanceof Bound.Constant constant
                && constant.value() instanceof Long count
                && count > 0) {
            return rows(limit.input());
        } else {
            return query;
        }
    }

    private void requireNone(Plan plan) {
        Expressions.inPlan(plan, bound -> {
            if (hasOuter(bound)) {
                throw refusal;
            }
            return bound;
        });
    }
}
