package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.FieldType;

/**
 * Names a column of numbers in every block: of an attribute that is a number or time without a table. Comes from {@link AttributeColumns}.
 *
 * @param index among the columns of numbers
 * @param attribute index
 */
public record NumberHandle(int index, int attribute, FieldType type) {
    private static final long NOT_A_NUMBER = Double.doubleToLongBits(Double.NaN);

    /** Whether cells are the bits of doubles. */
    public boolean isOfDoubles() {
        return type.is(FieldType.Kind.DOUBLE);
    }

    /** The cell without a value, which no profile has. */
    public long none() {
        return isOfDoubles() ? NOT_A_NUMBER : Long.MIN_VALUE;
    }

    long cell(Object value) {
        return value == null ? none() : isOfDoubles() ? Double.doubleToLongBits((Double) value) : (Long) value;
    }
}
