package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;

/**
 * Values as partials have them. Labels of an enumeration are their indexes, so that they are sorted by these. Numbers with a fixed
 * point, and whole ones, can also be longs.
 */
public final class Encoded {
    /** All numbers of so many digits fit a long. */
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

    /** Whether all values of a type are longs. */
    public static boolean isLong(SqlType type) {
        return type.isInteger() || (type.is(Kind.NUMERIC) && type.isLimited() && type.precision() <= DIGITS_OF_A_LONG);
    }

    /** A number of such a type without its point. */
    static long toLong(Object value, SqlType type) {
        return value instanceof BigDecimal number
                ? number.setScale(type.scale()).unscaledValue().longValueExact()
                : (Long) value;
    }

    /** A number of such a type as a long, and other values as partials have them; null for null. */
    static Object compact(Object value, SqlType type) {
        return value != null && isLong(type) ? (Object) toLong(value, type) : of(value, type);
    }

    /** What {@link #compact} was made of. */
    static Object ofCompact(Object value, SqlType type) {
        return value instanceof Long number && type.is(Kind.NUMERIC)
                ? BigDecimal.valueOf(number, type.scale())
                : decoded(value, type);
    }
}
