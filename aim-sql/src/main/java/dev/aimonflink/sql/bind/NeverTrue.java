package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds conditions that no row can satisfy, to warn people: {@code amount > 10 and amount < 5}, or a comparison with a value that the
 * column never has. It knows columns that are compared with constants or tested for null, and finds nothing in other expressions.
 */
public final class NeverTrue {
    /** What the conditions so far leave of a column's values. */
    private static final class Left {
        BigInteger min;
        BigInteger max;

        /** Null for any. */
        Set<Object> values;

        boolean isPresent;
        boolean isMissing;
    }

    private final Map<Column, Left> leftOfColumn = new HashMap<>();
    private final Predicate<Column> canBeNull;

    private NeverTrue(Predicate<Column> canBeNull) {
        this.canBeNull = canBeNull;
    }

    /** @param canBeNull whether the column may be null */
    public static boolean is(Bound condition, Predicate<Column> canBeNull) {
        return !new NeverTrue(canBeNull).canBe(condition, true);
    }

    /** Whether a condition can have a truth value together with earlier ones. */
    private boolean canBe(Bound condition, boolean truth) {
        if (condition instanceof Bound.Not not) {
            return canBe(not.operand(), !truth);
        }
        if (condition instanceof Bound.Logical logical) {
            boolean needsBoth = logical.isAnd() == truth;
            return needsBoth
                    ? canBe(logical.left(), truth) && canBe(logical.right(), truth)
                    : canBeAlone(logical.left(), truth) || canBeAlone(logical.right(), truth);
        }
        if (condition instanceof Bound.Constant constant) {
            return Boolean.valueOf(truth).equals(constant.value());
        }
        if (condition instanceof Bound.Field field) {
            return canBePresent(field.column()) && isAmong(field.column(), Set.of(truth));
        }
        if (condition instanceof Bound.IsNull isNull && isNull.operand() instanceof Bound.Field field) {
            return truth ? canBeMissing(field.column()) : canBePresent(field.column());
        }
        if (condition instanceof Bound.In in) {
            return truth ? canBeIn(in) : in.values().stream().allMatch(value -> canDiffer(in.operand(), value));
        }
        return !(condition instanceof Bound.Comparison comparison) || canBe(comparison, truth);
    }

    private boolean canBeAlone(Bound condition, boolean truth) {
        return new NeverTrue(canBeNull).canBe(condition, truth);
    }

    private boolean canBePresent(Column column) {
        Left left = left(column);
        left.isPresent = true;
        return !left.isMissing;
    }

    private boolean canBeMissing(Column column) {
        Left left = left(column);
        left.isMissing = true;
        return !left.isPresent && canBeNull.test(column);
    }

    /** A list leaves the values between its extremes; for labels and texts, its members. */
    private boolean canBeIn(Bound.In in) {
        List<Object> values = new ArrayList<>();
        for (Bound each : in.values()) {
            if (!(each instanceof Bound.Constant constant)) {
                return true;
            }
            if (!constant.isNull()) {
                values.add(constant.value());
            }
        }
        if (values.isEmpty()) {
            return false;
        }
        Bound operand = inner(in.operand());
        if (!(operand instanceof Bound.Field field) || field.column().type().is(Kind.DOUBLE)) {
            return true;
        }
        Column column = field.column();
        if (isExact(column.type())) {
            return canBePresent(column) && isAmongNumbers(column, values);
        }
        return operand != in.operand() || (canBePresent(column) && isAmong(column, values));
    }

    private boolean canDiffer(Bound operand, Bound value) {
        return !(value instanceof Bound.Constant constant) || canBe(BinaryOperator.NOT_EQUAL, operand, constant);
    }

    private boolean canBe(Bound.Comparison comparison, boolean truth) {
        BinaryOperator operator =
                truth ? comparison.operator() : comparison.operator().opposite();
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
        Bound inner = inner(operand);
        if (!(inner instanceof Bound.Field field)) {
            return true;
        }
        Column column = field.column();
        if (!canBePresent(column)) {
            return false;
        }
        if (isExact(column.type()) && isExact(constant.type())) {
            return isWithin(operator, column, constant.value());
        }
        // Among doubles, 0 equals -0.
        if (inner != operand || column.type().is(Kind.DOUBLE)) {
            return true;
        }
        return switch (operator) {
            case EQUAL -> isAmong(column, Set.of(constant.value()));
            case NOT_EQUAL -> isNot(column, constant.value());
            default -> true;
        };
    }

    /** An exact number converted to a type of the same scale is the same number. */
    private static Bound inner(Bound operand) {
        return operand instanceof Bound.Cast cast
                        && isExact(cast.type())
                        && isExact(cast.operand().type())
                        && places(cast.type()) >= places(cast.operand().type())
                ? cast.operand()
                : operand;
    }

    private static int places(SqlType exact) {
        return exact.isInteger() ? 0 : exact.isLimited() ? exact.scale() : Integer.MAX_VALUE;
    }

    private static boolean isExact(SqlType type) {
        return type.isInteger() || type.is(Kind.NUMERIC);
    }

    private boolean isWithin(BinaryOperator operator, Column column, Object constant) {
        BigDecimal units = units(column, constant);
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
                // Excluding one value makes no narrower range.
            }
        }
        return left.min.compareTo(left.max) <= 0;
    }

    private static BigDecimal units(Column column, Object constant) {
        BigDecimal value = constant instanceof Long number ? BigDecimal.valueOf(number) : (BigDecimal) constant;
        return value.movePointRight(column.type().scale());
    }

    private boolean isAmongNumbers(Column column, List<Object> constants) {
        Left left = left(column);
        List<BigInteger> possible = constants.stream()
                .map(constant -> units(column, constant).stripTrailingZeros())
                // A column has no number with more digits behind the point.
                .filter(units -> units.scale() <= 0)
                .map(BigDecimal::toBigInteger)
                .filter(units -> units.compareTo(left.min) >= 0 && units.compareTo(left.max) <= 0)
                .toList();
        if (possible.isEmpty()) {
            return false;
        }
        left.min = Collections.min(possible);
        left.max = Collections.max(possible);
        return true;
    }

    private boolean isAmong(Column column, Collection<Object> values) {
        Left left = left(column);
        if (left.values == null) {
            left.values = new HashSet<>(values);
        } else {
            left.values.retainAll(values);
        }
        return !left.values.isEmpty();
    }

    private boolean isNot(Column column, Object value) {
        Left left = left(column);
        if (left.values == null) {
            return true;
        }
        left.values.remove(value);
        return !left.values.isEmpty();
    }

    private Left left(Column column) {
        return leftOfColumn.computeIfAbsent(column, each -> {
            Left all = new Left();
            all.min = BigInteger.valueOf(each.min());
            all.max = BigInteger.valueOf(each.max());
            all.values = switch (each.type().kind()) {
                case BOOLEAN -> new HashSet<>(Set.of(true, false));
                case ENUM -> new HashSet<>(each.type().labels());
                default -> null;
            };
            return all;
        });
    }
}
