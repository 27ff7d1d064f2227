package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds conditions that no row can make true, so that people can be warned of them: {@code amount > 10 and amount < 5}, or a
 * comparison with a number that the column never has. It compares columns with constants, one or several, and finds nothing in other
 * expressions.
 */
public final class NeverTrue {
    /** What the conditions so far leave of a column's values. */
    private static final class Left {
        BigInteger min;
        BigInteger max;
        Object only;
    }

    private final Map<Column, Left> leftOfColumn = new HashMap<>();

    private NeverTrue() {}

    public static boolean is(Bound condition) {
        return !new NeverTrue().canBe(condition, true);
    }

    /** Whether a condition can have a truth value together with those before it. */
    private boolean canBe(Bound condition, boolean truth) {
        if (condition instanceof Bound.Not not) {
            return canBe(not.operand(), !truth);
        }
        if (condition instanceof Bound.Logical logical) {
            boolean needsBoth = logical.isAnd() == truth;
            return needsBoth
                    ? canBe(logical.left(), truth) && canBe(logical.right(), truth)
                    : new NeverTrue().canBe(logical.left(), truth) || new NeverTrue().canBe(logical.right(), truth);
        }
        if (condition instanceof Bound.Constant constant) {
            return Boolean.valueOf(truth).equals(constant.value());
        }
        if (condition instanceof Bound.Field field) {
            return isOnly(field.column(), truth);
        }
        if (condition instanceof Bound.In in && truth) {
            return in.values().stream().anyMatch(value -> canEqual(in.operand(), value));
        }
        return !(condition instanceof Bound.Comparison comparison) || canBe(comparison, truth);
    }

    /** Whether an expression can have a value, whatever the conditions before it. */
    private static boolean canEqual(Bound operand, Bound value) {
        return !(value instanceof Bound.Constant constant)
                || new NeverTrue().canBe(BinaryOperator.EQUAL, operand, constant);
    }

    private boolean canBe(Bound.Comparison comparison, boolean truth) {
        BinaryOperator operator = truth ? comparison.operator() : opposite(comparison.operator());
        if (comparison.right() instanceof Bound.Constant constant) {
            return canBe(operator, comparison.left(), constant);
        }
        return !(comparison.left() instanceof Bound.Constant constant)
                || canBe(operator.mirrored(), comparison.right(), constant);
    }

    private boolean canBe(BinaryOperator operator, Bound operand, Bound.Constant constant) {
        if (constant.isNull()) {
            return false;
        }
        // A number that was converted to a wider exact type is the same number.
        Bound inner = operand instanceof Bound.Cast cast && isExact(cast.type()) ? cast.operand() : operand;
        if (!(inner instanceof Bound.Field field)) {
            return true;
        }
        Column column = field.column();
        if (isExact(column.type()) && isExact(constant.type())) {
            return isWithin(operator, column, constant.value());
        }
        return operator != BinaryOperator.EQUAL
                || inner != operand
                // Of doubles, 0 equals -0.
                || column.type().is(Kind.DOUBLE)
                || isOnly(column, constant.value());
    }

    private static boolean isExact(SqlType type) {
        return type.isInteger() || type.is(Kind.NUMERIC);
    }

    private boolean isWithin(BinaryOperator operator, Column column, Object constant) {
        BigDecimal value = constant instanceof Long number ? BigDecimal.valueOf(number) : (BigDecimal) constant;
        BigDecimal units = value.movePointRight(column.type().scale());
        BigInteger below = units.setScale(0, RoundingMode.FLOOR).toBigInteger();
        BigInteger above = units.setScale(0, RoundingMode.CEILING).toBigInteger();
        Left left = left(column);
        switch (operator) {
            case EQUAL -> {
                left.min = left.min.max(above);
                left.max = left.max.min(below);
            }
            case LESS -> left.max = left.max.min(above.subtract(BigInteger.ONE));
            case LESS_OR_EQUAL -> left.max = left.max.min(below);
            case GREATER -> left.min = left.min.max(below.add(BigInteger.ONE));
            case GREATER_OR_EQUAL -> left.min = left.min.max(above);
            default -> {
                // One value less is no narrower range.
            }
        }
        return left.min.compareTo(left.max) <= 0;
    }

    private boolean isOnly(Column column, Object value) {
        Left left = left(column);
        if (left.only == null) {
            left.only = value;
        }
        return left.only.equals(value);
    }

    private Left left(Column column) {
        return leftOfColumn.computeIfAbsent(column, each -> {
            Left all = new Left();
            all.min = BigInteger.valueOf(each.min());
            all.max = BigInteger.valueOf(each.max());
            return all;
        });
    }

    private static BinaryOperator opposite(BinaryOperator operator) {
        return switch (operator) {
            case EQUAL -> BinaryOperator.NOT_EQUAL;
            case NOT_EQUAL -> BinaryOperator.EQUAL;
            case LESS -> BinaryOperator.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> BinaryOperator.GREATER;
            case GREATER -> BinaryOperator.LESS_OR_EQUAL;
            default -> BinaryOperator.LESS;
        };
    }
}
