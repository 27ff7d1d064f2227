package dev.aimonflink.core.vector;

import dev.aimonflink.core.schema.OrderedDoubles;
import dev.aimonflink.sql.bind.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * What the cells of a column stand for.
 *
 * @param type of the values
 * @param scale of exact numbers: how many digits of a cell are behind the point
 * @param hasEmpty whether some cell stands for null
 * @param empty that cell, in 64 bits; in 32 bits it is the nearest int
 * @param names of {@link Cells#CODES}: the text, the label, or {@code false} and {@code true}, from the code 1 on
 */
public record VectorColumn(SqlType type, Cells cells, int scale, boolean hasEmpty, long empty, List<String> names) {
    /** How values are kept. */
    public enum Cells {
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

    public static VectorColumn ofInts(SqlType type) {
        return new VectorColumn(type, Cells.INTS, type.scale(), false, 0, List.of());
    }

    public static VectorColumn ofLongs(SqlType type) {
        return new VectorColumn(type, Cells.LONGS, type.scale(), false, 0, List.of());
    }

    public static VectorColumn ofCodes(SqlType type, List<String> names) {
        return new VectorColumn(type, Cells.CODES, 0, true, 0, List.copyOf(names));
    }

    /** The same column where a cell stands for null. */
    public VectorColumn withEmpty(long cell) {
        return new VectorColumn(type, cells, scale, true, cell, names);
    }

    /** The cell that stands for null where cells have 32 bits. */
    int narrowEmpty() {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, empty));
    }

    /** The value of a cell in 64 bits, as {@link dev.aimonflink.sql.bind.Bound} represents it; null for null. */
    Object value(long cell) {
        if (hasEmpty && cell == empty) {
            return null;
        }
        return switch (cells) {
            case CODES -> ofName(names.get((int) cell - 1));
            case DOUBLES -> Double.longBitsToDouble(cell);
            case ORDERED_DOUBLES -> OrderedDoubles.value(cell);
            default -> ofNumber(type, scale, cell);
        };
    }

    private Object ofName(String name) {
        return type.is(SqlType.Kind.BOOLEAN) ? (Object) Boolean.valueOf(name) : name;
    }

    /** The value that a 64-bit number stands for. */
    static Object ofNumber(SqlType type, int scale, long number) {
        return switch (type.kind()) {
            case NUMERIC -> BigDecimal.valueOf(number, scale);
            case TIMESTAMP -> Instant.ofEpochMilli(number);
            case BOOLEAN -> number != 0;
            default -> number;
        };
    }
}
