package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static dev.aimonflink.sql.evaluate.Condition.FALSE;
import static dev.aimonflink.sql.evaluate.Condition.TRUE;
import static dev.aimonflink.sql.evaluate.Condition.UNKNOWN;
import static dev.aimonflink.sql.type.SqlType.Kind;

/**
 * Turns a bound condition into objects that read primitive values. What has no primitive form, because numbers may exceed 64 bits or it
 * calls a function, is left to the {@link RowEvaluator}.
 */
final class ConditionCompiler {
    private ConditionCompiler() {}

    static Condition compile(Bound bound) {
        if (bound instanceof Bound.Constant constant) {
            final int truth = constant.isNull() ? UNKNOWN : truth((Boolean) constant.value());
            return fields -> truth;
        } else if (bound instanceof Bound.Field field) {
            final int column = field.column().index();
            return fields -> fields.isNull(column) ? UNKNOWN : truth(fields.bits(column) != 0);
        } else if (bound instanceof Bound.Logical logical) {
            return logical(logical.isAnd(), compile(logical.left()), compile(logical.right()));
        } else if (bound instanceof Bound.Not not) {
            final Condition operand = compile(not.operand());
            return fields -> TRUE - operand.test(fields);
        } else if (bound instanceof Bound.IsTruth isTruth) {
            final Condition operand = compile(isTruth.operand());
            final int expected = truth(isTruth.truth());
            return fields -> truth(operand.test(fields) == expected);
        } else if (bound instanceof Bound.IsNull isNull && isNull.operand() instanceof Bound.Field field) {
            final int column = field.column().index();
            return fields -> truth(fields.isNull(column));
        } else {
            return ofValues(bound);
        }
    }

    private static Condition ofValues(Bound bound) {
        Condition compiled = null;
        if (bound instanceof Bound.Comparison comparison) {
            compiled = comparison(comparison);
        } else if (bound instanceof Bound.In in) {
            compiled = in(in);
        } else if (bound instanceof Bound.InSet in) {
            compiled = in.values().hasNull()
                    ? null
                    : among(in.operand(), in.values().values());
        } else if (bound instanceof Bound.Like like && like.operand() instanceof Bound.Field field) {
            final int column = field.column().index();
            compiled = fields -> fields.isNull(column)
                    ? UNKNOWN
                    : truth(like.pattern().matches(fields.text(column), fields, like.position()));
        }
        return compiled != null ? compiled : interpreted(bound);
    }

    private static Condition interpreted(Bound bound) {
        final List<Column> columns = new ArrayList<>();
        ColumnsOf.add(bound, columns);
        return fields -> {
            final Object truth = RowEvaluator.evaluate(bound, new FieldsRow(fields, columns));
            return truth == null ? UNKNOWN : truth((Boolean) truth);
        };
    }

    /** The right side is not tested if the left one decides: it may divide by zero. */
    private static Condition logical(boolean isAnd, Condition left, Condition right) {
        if (isAnd) {
            return fields -> {
                final int first = left.test(fields);
                return first == FALSE ? FALSE : Math.min(first, right.test(fields));
            };
        }
        return fields -> {
            final int first = left.test(fields);
            return first == TRUE ? TRUE : Math.max(first, right.test(fields));
        };
    }

    private static Condition comparison(Bound.Comparison comparison) {
        if (comparison.left() instanceof Bound.Constant) {
            return ofSides(comparison.operator().mirrored(), comparison.right(), comparison.left());
        }
        return ofSides(comparison.operator(), comparison.left(), comparison.right());
    }

    private static Condition ofSides(BinaryOperator operator, Bound leftSide, Bound rightSide) {
        if (leftSide.type().is(Kind.TEXT)) {
            return textComparison(operator, leftSide, rightSide);
        }
        if (leftSide.type().is(Kind.DOUBLE)) {
            return doubleComparison(operator, leftSide, rightSide);
        }
        final Quantity[] sides = Quantity.atOneScale(leftSide, rightSide);
        if (sides == null) {
            return null;
        }
        final Quantity left = sides[0];
        final Quantity right = sides[1];
        if (right.isConstant()) {
            final long constant = right.min();
            return fields -> left.isNull(fields) ? UNKNOWN : truth(holds(operator, left.value(fields), constant));
        }
        return fields -> left.isNull(fields) || right.isNull(fields)
                ? UNKNOWN
                : truth(holds(operator, left.value(fields), right.value(fields)));
    }

    private static boolean holds(BinaryOperator operator, long left, long right) {
        return switch (operator) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            default -> left >= right;
        };
    }

    private static Condition doubleComparison(BinaryOperator operator, Bound left, Bound right) {
        if (!(left instanceof Bound.Field field) || !(right instanceof Bound.Constant constant) || constant.isNull()) {
            return null;
        }
        final int column = field.column().index();
        final double number = (Double) constant.value();
        return fields -> fields.isNull(column)
                ? UNKNOWN
                : truth(RowEvaluator.holds(
                        operator, Order.compareDoubles(Double.longBitsToDouble(fields.bits(column)), number)));
    }

    private static Condition textComparison(BinaryOperator operator, Bound left, Bound right) {
        if (!(left instanceof Bound.Field field) || !(right instanceof Bound.Constant constant) || constant.isNull()) {
            return null;
        }
        final int column = field.column().index();
        final String text = (String) constant.value();
        return fields -> fields.isNull(column)
                ? UNKNOWN
                : truth(RowEvaluator.holds(operator, Order.compareTexts(fields.text(column), text)));
    }

    private static Condition in(Bound.In in) {
        if (!in.values().stream().allMatch(ConditionCompiler::isKnown)) {
            return null;
        }
        Set<Object> values = new HashSet<>();
        in.values().forEach(value -> values.add(((Bound.Constant) value).value()));
        return among(in.operand(), values);
    }

    private static Condition among(Bound operand, Set<Object> values) {
        // An empty list contains nothing, not even null.
        if (!(operand instanceof Bound.Field field) || values.isEmpty()) {
            return null;
        }
        final int column = field.column().index();
        SqlType type = field.type();
        if (type.is(Kind.TEXT)) {
            return fields -> fields.isNull(column) ? UNKNOWN : truth(values.contains(fields.text(column)));
        }
        if (!type.isInteger() && !type.is(Kind.ENUM)) {
            return null;
        }
        final long[] numbers = values.stream()
                .mapToLong(value ->
                        value instanceof Long number ? number : type.labels().indexOf(value))
                .sorted()
                .toArray();
        return fields ->
                fields.isNull(column) ? UNKNOWN : truth(Arrays.binarySearch(numbers, fields.bits(column)) >= 0);
    }

    private static boolean isKnown(Bound bound) {
        return bound instanceof Bound.Constant constant && !constant.isNull();
    }

    private static int truth(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
