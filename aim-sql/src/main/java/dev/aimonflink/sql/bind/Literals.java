package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;

/** Constants of a text: a whole number has the smallest fitting integer type, others are exact. */
final class Literals {
    /** More digits than any column has, and few enough to calculate quickly. */
    private static final int MAX_DIGITS = 1_000;

    /** More than those digits before and behind the point and in an exponent, and some zeros. */
    private static final int MAX_CHARACTERS = 8 * MAX_DIGITS;

    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private Literals() {}

    static Bound.Constant number(Expression.NumberLiteral literal) {
        return constant(decimal(literal.digits(), literal.position()), isWhole(literal.digits()), literal.position());
    }

    private static boolean isWhole(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static Bound.Constant constant(BigDecimal value, boolean isWhole, int position) {
        if (!isWhole || value.compareTo(MIN_LONG) < 0 || value.compareTo(MAX_LONG) > 0) {
            return new Bound.Constant(value, SqlType.NUMERIC, position);
        }
        long number = value.longValueExact();
        return new Bound.Constant(number, number == (int) number ? SqlType.INTEGER : SqlType.BIGINT, position);
    }

    /** The constant with the other sign, typed anew: the smallest bigint is written as the negation of a larger number. */
    static Bound.Constant negated(Bound.Constant constant) {
        Object value = constant.value();
        int position = constant.position();
        if (value instanceof Double number) {
            return new Bound.Constant(-number, SqlType.DOUBLE, position);
        }
        if (value instanceof Long number) {
            return constant(BigDecimal.valueOf(number).negate(), true, position);
        }
        BigDecimal number = ((BigDecimal) value).negate();
        return number.compareTo(MIN_LONG) == 0 && number.scale() == 0
                ? constant(number, true, position)
                : new Bound.Constant(number, SqlType.NUMERIC, position);
    }

    /** Reads a number of limited length, keeping trailing zeros as PostgreSQL does. */
    static BigDecimal decimal(String digits, int position) {
        try {
            // Reading a long number takes long.
            BigDecimal value = digits.length() > MAX_CHARACTERS ? null : new BigDecimal(digits);
            if (value != null && Math.abs((long) value.scale()) <= MAX_DIGITS && value.precision() <= MAX_DIGITS) {
                return value.scale() < 0 ? value.setScale(0) : value;
            }
        } catch (NumberFormatException malformed) {
            throw new SqlException(
                    SqlState.INVALID_TEXT,
                    position,
                    "\"" + Spelling.shortened(digits) + "\" is not a number. Write one like 12.50.");
        }
        throw new SqlException(
                SqlState.NUMBER_OUT_OF_RANGE,
                position,
                "A number has more than " + MAX_DIGITS + " digits. Write fewer.");
    }
}
