package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;

/** Values as partials have them. Labels of an enumeration are their indexes, which sort them. Fixed-point and whole numbers can also be longs. */
public final class Encoded {
    private static final int DIGITS_OF_A_LONG = 18;

    private Encoded() {}

    public static Object of(Object value, SqlType type) {
        return value != null && type.is(Kind.ENUM)
                ? (Object) (long) type.labels().indexOf(value)
                : value;
    }

    public static Object decoded(Object value, SqlType type) {
        return value != null && type.is(Kind.ENUM) ? type.labels().get(Math.toIntExact((Long) value)) : value;
    }

    public static boolean isLong(SqlType type) {
        return type.isInteger() || (type.is(Kind.NUMERIC) && type.isLimited() && type.precision() <= DIGITS_OF_A_LONG);
    }

    /** Such a number without its point. */
    static long toLong(Object value, SqlType type) {
        return value instanceof BigDecimal number
                ? number.setScale(type.scale()).unscaledValue().longValueExact()
                : (Long) value;
    }

    /** A fixed-point or whole number as a long, other values as partials have them; null for null. */
    static Object compact(Object value, SqlType type) {
        return value != null && isLong(type) ? (Object) toLong(value, type) : of(value, type);
    }

    /** The inverse of {@link #compact}. */
    static Object ofCompact(Object value, SqlType type) {
        return value instanceof Long number && type.is(Kind.NUMERIC)
                ? BigDecimal.valueOf(number, type.scale())
                : decoded(value, type);
    }
}
