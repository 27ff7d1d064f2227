package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import java.math.BigInteger;

/**
 * A number for each row while a program runs: an integer, an exact number of fixed scale without its point, milliseconds, 0 or 1, or a
 * double in {@linkplain MapLoops#order order}.
 *
 * @param cells null for a constant
 * @param isWide whether the cells have 64 bits
 * @param min least value, if not null; or the constant
 * @param hasEmpty whether a cell stands for null
 * @param nulls rows in which it is null; null if none is, or if a cell says so
 */
public record Value(
        VectorCells cells, boolean isWide, int scale, long min, long max, boolean hasEmpty, long empty, int[] nulls) {
    private static final int MOST_DIGITS = 18;

    static long powerOfTen(int exponent) {
        if (exponent > MOST_DIGITS) {
            throw new NoVectorsException("a value may have more than 64 bits");
        }
        return BigInteger.TEN.pow(exponent).longValueExact();
    }

    static Value constant(long number, int scale) {
        return new Value(null, !isInt(number), scale, number, number, false, 0, null);
    }

    public static Value of(int[] register, int scale, long min, long max, int[] nulls) {
        return new Value(VectorCells.of(register), false, scale, min, max, false, 0, nulls);
    }

    public static Value of(long[] register, int scale, long min, long max, int[] nulls) {
        return new Value(VectorCells.of(register), true, scale, min, max, false, 0, nulls);
    }

    public boolean isConstant() {
        return cells == null;
    }

    public boolean mayBeNull() {
        return hasEmpty || nulls != null;
    }

    boolean fitsInts() {
        return isInt(min) && isInt(max);
    }

    static boolean isInt(long number) {
        return number == (int) number;
    }
}
