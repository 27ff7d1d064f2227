package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.layout.OrderedDoubles;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * What the cells of a column stand for.
 *
 * @param scale digits of a cell behind the point
 * @param hasEmpty whether some cell stands for null
 * @param empty the cell for null, in 64 bits; in 32 bits it is the nearest int
 * @param values of {@link Encoding#CODES}, from code 1 on, as {@link dev.aimonflink.sql.bind.Bound} represents them
 * @param areDistinct whether no two codes share a value, and none has null
 */
public record VectorColumn(
        SqlType type,
        Encoding encoding,
        int scale,
        boolean hasEmpty,
        long empty,
        List<Object> values,
        boolean areDistinct) {
    public enum Encoding {
        /** In 32 bits: integers, milliseconds, exact numbers without their point, and 0 and 1 for booleans. */
        INTS,
        /** The same in 64 bits, or in 32 where all cells of a batch fit. */
        LONGS,
        /** Codes of names in 32 bits, where 0 is null. */
        CODES,
        DOUBLES,
        /** Doubles as {@link OrderedDoubles} has them. */
        ORDERED_DOUBLES
    }

    public static VectorColumn ofLongs(SqlType type) {
        return new VectorColumn(type, Encoding.LONGS, type.scale(), false, 0, List.of(), true);
    }

    /** Doubles as bits, or other numbers and times in 64 bits, with one cell for null. */
    public static VectorColumn ofNullable(SqlType type, boolean areDoubles, long empty) {
        Encoding encoding = areDoubles ? Encoding.DOUBLES : Encoding.LONGS;
        return new VectorColumn(type, encoding, Math.max(0, type.scale()), true, empty, List.of(), true);
    }

    /** @param values must not change */
    public static VectorColumn ofCodes(SqlType type, List<?> values, boolean areDistinct) {
        return new VectorColumn(type, Encoding.CODES, 0, true, 0, Collections.unmodifiableList(values), areDistinct);
    }

    /** The cell for null where cells have 32 bits. */
    public int narrowEmpty() {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, empty));
    }

    /** The value of a 64-bit cell, as {@link dev.aimonflink.sql.bind.Bound} represents it. */
    public Object value(long cell) {
        if (hasEmpty && cell == empty) {
            return null;
        }
        return switch (encoding) {
            case CODES -> values.get((int) cell - 1);
            case DOUBLES -> Double.longBitsToDouble(cell);
            case ORDERED_DOUBLES -> OrderedDoubles.value(cell);
            default -> ofNumber(type, scale, cell);
        };
    }

    public static Object ofNumber(SqlType type, int scale, long number) {
        return switch (type.kind()) {
            case NUMERIC -> BigDecimal.valueOf(number, scale);
            case TIMESTAMP -> Instant.ofEpochMilli(number);
            case BOOLEAN -> number != 0;
            default -> number;
        };
    }
}
