package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Folded;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The form of an expression, operands first. */
final class CanonicalForm {
    private CanonicalForm() {}

    static Bound of(Bound bound) {
        if (bound instanceof Bound.Logical logical) {
            return Terms.of(logical);
        }
        List<Bound> operands = new ArrayList<>();
        for (Bound operand : Operands.of(bound)) {
            operands.add(of(operand));
        }
        if (bound instanceof Bound.Subquery subquery) {
            // Its plan has this form already.
            return Operands.with(subquery.withoutPositions(), operands, 0);
        }
        Bound node = Folded.of(Operands.with(bound, operands, 0));
        if (node instanceof Bound.Comparison comparison) {
            return comparison(comparison);
        } else if (node instanceof Bound.Same same) {
            return isAhead(same.right(), same.left())
                    ? Operands.with(same, List.of(same.right(), same.left()), 0)
                    : same;
        } else if (node instanceof Bound.In in) {
            return in(in);
        } else {
            return node instanceof Bound.Not not && not.operand() instanceof Bound.Not inner ? inner.operand() : node;
        }
    }

    /** With the constant on the right side, or else in the order of the sides' texts. */
    private static Bound comparison(Bound.Comparison comparison) {
        Bound left = withoutZeros(comparison.left());
        Bound right = withoutZeros(comparison.right());
        return isAhead(right, left)
                ? new Bound.Comparison(comparison.operator().mirrored(), right, left, 0)
                : new Bound.Comparison(comparison.operator(), left, right, 0);
    }

    private static boolean isAhead(Bound first, Bound second) {
        int rank = Integer.compare(rank(first), rank(second));
        return rank != 0 ? rank < 0 : rank(first) == 0 && first.toString().compareTo(second.toString()) < 0;
    }

    private static int rank(Bound bound) {
        if (bound instanceof Bound.Constant) {
            return 2;
        }
        return bound instanceof Bound.Parameter || bound instanceof Bound.Initial ? 1 : 0;
    }

    /** Numbers are equal whatever their trailing zeros. */
    private static Bound withoutZeros(Bound bound) {
        if (!(bound instanceof Bound.Constant constant) || !(constant.value() instanceof BigDecimal number)) {
            return bound;
        }
        BigDecimal stripped = number.stripTrailingZeros();
        return new Bound.Constant(stripped.scale() < 0 ? stripped.setScale(0) : stripped, constant.type(), 0);
    }

    /** Constants once each, with null last. */
    private static Bound in(Bound.In in) {
        List<Bound> values = new ArrayList<>();
        for (Bound value : in.values()) {
            if (!(value instanceof Bound.Constant)) {
                return in.values().size() == 1 ? equal(in.operand(), value) : in;
            }
            values.add(withoutZeros(value));
        }
        values.sort(Comparator.comparing(
                value -> ((Bound.Constant) value).value(),
                Comparator.nullsLast((a, b) -> Order.compare(a, b, in.operand().type()))));
        List<Bound> different = new ArrayList<>();
        for (Bound value : values) {
            if (different.isEmpty() || !isSame(different.get(different.size() - 1), value, in)) {
                different.add(value);
            }
        }
        return different.size() == 1
                ? equal(in.operand(), different.get(0))
                : new Bound.In(in.operand(), List.copyOf(different), 0);
    }

    private static Bound equal(Bound operand, Bound value) {
        return comparison(new Bound.Comparison(BinaryOperator.EQUAL, operand, value, 0));
    }

    private static boolean isSame(Bound a, Bound b, Bound.In in) {
        Object left = ((Bound.Constant) a).value();
        Object right = ((Bound.Constant) b).value();
        return (left == null || right == null)
                ? left == right
                : Order.compare(left, right, in.operand().type()) == 0;
    }
}
