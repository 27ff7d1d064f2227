package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Limits the length of computed texts and exact numbers, so that no row takes long or fills the memory; texts are tested before they are made. */
public final class LongValues {
    /** The most characters of a text that a function or {@code ||} makes. */
    static final int MAX_CHARACTERS = 1 << 20;

    /** PostgreSQL has eight times as many, but then a product takes ten milliseconds, with many rows between two looks at the clock. */
    static final int MAX_DIGITS_BEFORE_POINT = 16_384;

    /** PostgreSQL's; as there, a product that has more is rounded. */
    static final int MAX_DIGITS_BEHIND_POINT = 16_383;

    /** An upper bound of decimal digits per bit. */
    private static final double DIGITS_OF_A_BIT = 0.30103;

    private LongValues() {}

    /** @throws SqlException if a text of that length would be too long */
    public static void requireCharacters(Row row, long characters, int position) {
        row.spend(characters, position);
        if (characters > MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "A text that the statement makes would have " + characters + " characters, more than "
                            + MAX_CHARACTERS + ". Make shorter texts, as with left(x, 1000).");
        }
    }

    /** The text of a non-null value; booleans are shorter here. */
    static String text(Object value, Row row, int position) {
        if (value instanceof Boolean truth) {
            return truth ? "t" : "f";
        } else if (value instanceof List<?>) {
            requireCharacters(row, size(value), position);
        }
        return (String) Casts.convert(value, SqlType.TEXT, position);
    }

    /** About how many characters a value takes; at least one in an array. */
    public static long size(Object value) {
        if (value instanceof List<?> array) {
            return array.stream().mapToLong(each -> 1 + size(each)).sum();
        } else if (value instanceof BigDecimal number) {
            return Math.abs((long) number.scale())
                    + (long) (DIGITS_OF_A_BIT * number.unscaledValue().bitLength());
        } else {
            return value instanceof String text ? text.length() : 0;
        }
    }

    static BigDecimal limited(Row row, BigDecimal number, int position) {
        BigDecimal rounded = number.scale() > MAX_DIGITS_BEHIND_POINT
                ? number.setScale(MAX_DIGITS_BEHIND_POINT, RoundingMode.HALF_UP)
                : number;
        final int bits = rounded.unscaledValue().bitLength();
        if (bits > Long.SIZE) {
            // The cost of multiplying two numbers of half its length.
            row.spend((long) (bits / Long.SIZE) * (bits / Long.SIZE), position);
        }
        // Counting the digits of a long number takes a division, so it is done seldom.
        double most = 1 + DIGITS_OF_A_BIT * bits;
        if (most - rounded.scale() > MAX_DIGITS_BEFORE_POINT
                && rounded.precision() - rounded.scale() > MAX_DIGITS_BEFORE_POINT) {
            throw Casts.outOfRange(SqlType.NUMERIC, position);
        }
        return rounded;
    }
}
