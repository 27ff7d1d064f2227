package dev.aimonflink.matrix.kernel;

import java.math.BigInteger;

/**
 * Sums of 64-bit cells that cannot overflow: a scan sums the low and the high 32 bits of its cells in two longs, and {@link #sum} combines
 * them at the end. Cells of 32 bits are added to the low halves as they are.
 *
 * <p>A partition has fewer than 2^31 rows, because it numbers them by ints. A low half is below 2^32, and a high half or 32-bit cell within
 * 2^31 of zero, so both sums stay within 2^63.
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

    public static BigInteger sum(long highs, long lows) {
        return BigInteger.valueOf(highs).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(lows));
    }
}
