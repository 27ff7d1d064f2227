package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;

/**
 * A condition that only compares one column with one value, such as {@code online} or {@code merchant = 'FOOD'}. Most filters are so, and
 * can be tested without a call.
 *
 * @param column index
 * @param bits the value, as {@link Fields#bits} represents it
 */
public record FieldIs(int column, long bits) {
    /** Null if the condition does more. */
    public static FieldIs of(Bound condition) {
        if (condition instanceof Bound.Field field) {
            return new FieldIs(field.column().index(), 1);
        }
        if (condition instanceof Bound.Not not && not.operand() instanceof Bound.Field field) {
            return new FieldIs(field.column().index(), 0);
        }
        return condition instanceof Bound.Comparison comparison
                        && comparison.operator() == BinaryOperator.EQUAL
                        && comparison.left() instanceof Bound.Field field
                        && comparison.right() instanceof Bound.Constant constant
                        && !constant.isNull()
                ? of(field, constant.value())
                : null;
    }

    private static FieldIs of(Bound.Field field, Object value) {
        SqlType type = field.type();
        int index = field.column().index();
        if (type.is(Kind.ENUM)) {
            return new FieldIs(index, type.labels().indexOf(value));
        }
        if (type.is(Kind.BOOLEAN)) {
            return new FieldIs(index, value.equals(true) ? 1 : 0);
        }
        return type.isInteger() && value instanceof Long number ? new FieldIs(index, number) : null;
    }
}
