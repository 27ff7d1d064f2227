package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.ArrayList;
import java.util.List;

/**
 * Simplifies expressions in which a constant is null. As in PostgreSQL, what has a null as an operand is null before there are rows, so
 * that its other operand is not computed and cannot fail: {@code WHERE a / 0 > NULL} selects no rows.
 */
final class KnownNulls {
    private KnownNulls() {}

    static PlannedQuery in(PlannedQuery query) {
        return new PlannedQuery(
                in(query.plan()),
                query.initials().stream()
                        .map(initial -> new PlannedQuery.Initial(initial.kind(), in(initial.plan())))
                        .toList(),
                query.parameters());
    }

    private static Plan in(Plan plan) {
        return Expressions.inPlan(plan, whole -> Operands.changed(whole, KnownNulls::simplified), each -> {
            if (each instanceof Plan.Filter filter) {
                return new Plan.Filter(filter.input(), selecting(filter.condition()));
            }
            return each instanceof Plan.Join join && join.condition() != null
                    ? new Plan.Join(join.kind(), join.left(), join.right(), selecting(join.condition()))
                    : each;
        });
    }

    /** The value of a node whose operands are simplified already. */
    private static Bound simplified(Bound node) {
        if (node instanceof Bound.Logical logical) {
            return logical(logical);
        } else if (node instanceof Bound.Not not) {
            return negated(not);
        } else if (node instanceof Bound.IsNull isNull && isNull.operand() instanceof Bound.Constant constant) {
            return truth(constant.isNull(), node);
        } else if (node instanceof Bound.IsTruth isTruth && isTruth.operand() instanceof Bound.Constant constant) {
            return truth(Boolean.valueOf(isTruth.truth()).equals(constant.value()), node);
        } else if (node instanceof Bound.Case choice) {
            return choice(choice);
        } else {
            return isNullWithNull(node) && Operands.of(node).stream().anyMatch(KnownNulls::isNull)
                    ? ofNull(node)
                    : node;
        }
    }

    private static Bound ofNull(Bound node) {
        return new Bound.Constant(null, node.type(), node.position());
    }

    /** Whether a node is null if one of its operands is. */
    private static boolean isNullWithNull(Bound node) {
        if (node instanceof Bound.In in) {
            return isNull(in.operand());
        }
        return node instanceof Bound.Comparison
                || node instanceof Bound.Arithmetic
                || node instanceof Bound.Negation
                || node instanceof Bound.Concatenation
                || node instanceof Bound.Cast
                || node instanceof Bound.Like
                || (node instanceof Bound.Call call && call.function().isNullWithNull());
    }

    private static boolean isNull(Bound bound) {
        return bound instanceof Bound.Constant constant && constant.isNull();
    }

    private static boolean is(boolean truth, Bound bound) {
        return bound instanceof Bound.Constant constant
                && Boolean.valueOf(truth).equals(constant.value());
    }

    private static Bound truth(Boolean truth, Bound of) {
        return new Bound.Constant(truth, of.type(), of.position());
    }

    private static Bound logical(Bound.Logical logical) {
        boolean deciding = !logical.isAnd();
        if (is(deciding, logical.left()) || is(deciding, logical.right())) {
            return truth(deciding, logical);
        } else if (is(!deciding, logical.left())) {
            return logical.right();
        } else if (is(!deciding, logical.right())) {
            return logical.left();
        } else {
            return isNull(logical.left()) && isNull(logical.right()) ? logical.left() : logical;
        }
    }

    /** A branch stays if its condition can be true. If none stays, only a null is sure to be of the type that all branches have. */
    private static Bound choice(Bound.Case choice) {
        List<Bound> conditions = new ArrayList<>();
        List<Bound> results = new ArrayList<>();
        for (int i = 0; i < choice.conditions().size(); i++) {
            Bound condition = choice.conditions().get(i);
            if (!isNull(condition) && !is(false, condition)) {
                conditions.add(condition);
                results.add(choice.results().get(i));
            }
        }
        Bound otherwise = choice.results().get(choice.conditions().size());
        if (conditions.isEmpty()) {
            return isNull(otherwise) ? ofNull(choice) : choice;
        }
        results.add(otherwise);
        return conditions.size() == choice.conditions().size()
                ? choice
                : new Bound.Case(List.copyOf(conditions), List.copyOf(results), choice.type(), choice.position());
    }

    private static Bound negated(Bound.Not not) {
        if (!(not.operand() instanceof Bound.Constant constant)) {
            return not;
        }
        return truth(constant.isNull() ? null : constant.value().equals(false), not);
    }

    /** A condition that is true where another is, and false where the other is false or null. */
    private static Bound selecting(Bound condition) {
        return with(condition, false);
    }

    /** @param ofNull the truth value that null stands for */
    private static Bound with(Bound condition, boolean ofNull) {
        if (isNull(condition)) {
            return truth(ofNull, condition);
        } else if (condition instanceof Bound.Logical logical) {
            return logical(new Bound.Logical(
                    logical.isAnd(), with(logical.left(), ofNull), with(logical.right(), ofNull), logical.position()));
        } else if (condition instanceof Bound.Not not) {
            return negated(new Bound.Not(with(not.operand(), !ofNull), not.position()));
        } else if (ofNull
                && condition instanceof Bound.In in
                && in.values().stream().anyMatch(KnownNulls::isNull)) {
            // It is true or null.
            return truth(true, condition);
        } else {
            return condition;
        }
    }
}
