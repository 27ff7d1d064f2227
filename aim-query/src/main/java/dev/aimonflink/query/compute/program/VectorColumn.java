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
 * @param type of the values
 * @param scale of exact numbers: how many digits of a cell are behind the point
 * @param hasEmpty whether some cell stands for null
 * @param empty that cell, in 64 bits; in 32 bits it is the nearest int
 * @param values of {@link Encoding#CODES}, from the code 1 on, as {@link dev.aimonflink.sql.bind.Bound} represents them
 * @param areDistinct whether no two codes have the same value, and none has null
 */
public record VectorColumn(
        SqlType type,
        Encoding encoding,
        int scale,
        boolean hasEmpty,
        long empty,
        List<Object> values,
        boolean areDistinct) {
    /** How values are kept. */
    public enum Encoding {
        /** Integers, times in milliseconds, exact numbers without their point, and 0 and 1 for booleans; in 32 bits. */
        INTS,
        /** The same in 64 bits, or in 32 where all cells of a batch fit. */
        LONGS,
        /** Codes of names in 32 bits, where 0 is null. */
        CODES,
        /** The bits of doubles. */
        DOUBLES,
        /** Doubles as {@link OrderedDoubles} has them. */
        ORDERED_DOUBLES
    }

    public static VectorColumn ofLongs(SqlType type) {
        return new VectorColumn(type, Encoding.LONGS, type.scale(), false, 0, List.of(), true);
    }

    /** Doubles as bits, or other numbers and times in 64 bits, where one cell is null. */
    public static VectorColumn ofNullable(SqlType type, boolean areDoubles, long empty) {
        Encoding encoding = areDoubles ? Encoding.DOUBLES : Encoding.LONGS;
        return new VectorColumn(type, encoding, Math.max(0, type.scale()), true, empty, List.of(), true);
    }

    /** @param values which stay as they are */
    public static VectorColumn ofCodes(SqlType type, List<?> values, boolean areDistinct) {
        return new VectorColumn(type, Encoding.CODES, 0, true, 0, Collections.unmodifiableList(values), areDistinct);
    }

    /** The cell that stands for null where cells have 32 bits. */
    int narrowEmpty() {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, empty));
    }

    /** The value of a cell in 64 bits, as {@link dev.aimonflink.sql.bind.Bound} represents it; null for null. */
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

    /** The value that a 64-bit number stands for. */
    public static Object ofNumber(SqlType type, int scale, long number) {
        return switch (type.kind()) {
            case NUMERIC -> BigDecimal.valueOf(number, scale);
            case TIMESTAMP -> Instant.ofEpochMilli(number);
            case BOOLEAN -> number != 0;
            default -> number;
        };
    }
}
