package dev.aimonflink.matrix.kernel;

import java.math.BigInteger;

/**
 * Sums of 64-bit cells that cannot overflow: a scan adds up the low and the high 32 bits of its cells apart, in two longs, and
 * {@link #sum} puts both together at the end. Cells of 32 bits are added to the low halves as they are.
 *
 * <p>A partition numbers its rows by ints, so it has less than 2^31. A low half is less than 2^32, and a high half or a cell of 32
 * bits is within 2^31 of zero, so both sums stay within 2^63.
 */
public final class Halves {
    private static final long LOW_BITS = 0xFFFF_FFFFL;

    private Halves() {}

    /** From 0 on. */
    public static long low(long cell) {
        return cell & LOW_BITS;
    }

    /** With the sign of the cell. */
    public static long high(long cell) {
        return cell >> Integer.SIZE;
    }

    /** The sum of the cells, by the sums of their halves. */
    public static BigInteger sum(long highs, long lows) {
        return BigInteger.valueOf(highs).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(lows));
    }
}
