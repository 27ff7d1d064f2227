package dev.aimonflink.matrix.layout;

/** Represents doubles by longs in the same order, so that extremes of both are found alike. */
public final class OrderedDoubles {
    public static final long NEGATIVE_ZERO_BITS = Long.MIN_VALUE;

    public static final long NEGATIVE_ZERO = ordered(NEGATIVE_ZERO_BITS);

    private OrderedDoubles() {}

    /** @param bits of {@link Double#doubleToLongBits} */
    public static long ordered(long bits) {
        // Among negative numbers, the one with the larger magnitude is smaller.
        return bits ^ (bits >> (Long.SIZE - 1) & Long.MAX_VALUE);
    }

    public static double value(long ordered) {
        return Double.longBitsToDouble(ordered(ordered));
    }
}
