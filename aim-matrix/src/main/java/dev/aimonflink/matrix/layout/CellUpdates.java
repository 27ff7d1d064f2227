package dev.aimonflink.matrix.layout;

/** What an event does to a cell and to all its copies. Small stateless methods, which the compiler inlines. Doubles are passed and kept as bits. */
public final class CellUpdates {
    private CellUpdates() {}

    // ---- one int

    public static void add(int[] ints, int at, int value) {
        ints[at] += value;
    }

    public static void min(int[] ints, int at, int value) {
        ints[at] = Math.min(ints[at], value);
    }

    public static void max(int[] ints, int at, int value) {
        ints[at] = Math.max(ints[at], value);
    }

    /** Negative if a sum would overflow: then both operands have the sign that the result has not. */
    public static long signs(int[] ints, int at, int value) {
        final int cell = ints[at];
        final int sum = cell + value;
        return (cell ^ sum) & (value ^ sum);
    }

    // ---- one long

    public static void add(long[] longs, int at, long value) {
        longs[at] += value;
    }

    public static void min(long[] longs, int at, long value) {
        longs[at] = Math.min(longs[at], value);
    }

    public static void max(long[] longs, int at, long value) {
        longs[at] = Math.max(longs[at], value);
    }

    public static long signs(long[] longs, int at, long value) {
        final long cell = longs[at];
        final long sum = cell + value;
        return (cell ^ sum) & (value ^ sum);
    }

    public static void addSquare(long[] longs, int at, long value) {
        longs[at] += value * value;
    }

    /** Also negative if the square itself exceeds 63 bits. */
    public static long signsOfSquare(long[] longs, int at, long value) {
        final long square = value * value;
        return Math.multiplyHigh(value, value) == 0 && square >= 0 ? signs(longs, at, square) : -1;
    }

    // ---- all copies

    public static void add(int[] ints, int from, int length, int value) {
        for (int i = from; i < from + length; i++) {
            ints[i] += value;
        }
    }

    public static void min(int[] ints, int from, int length, int value) {
        for (int i = from; i < from + length; i++) {
            ints[i] = Math.min(ints[i], value);
        }
    }

    public static void max(int[] ints, int from, int length, int value) {
        for (int i = from; i < from + length; i++) {
            ints[i] = Math.max(ints[i], value);
        }
    }

    public static long signs(int[] ints, int from, int length, int value) {
        long signs = 0;
        for (int i = from; i < from + length; i++) {
            signs |= signs(ints, i, value);
        }
        return signs;
    }

    public static void add(long[] longs, int from, int length, long value) {
        for (int i = from; i < from + length; i++) {
            longs[i] += value;
        }
    }

    public static void min(long[] longs, int from, int length, long value) {
        for (int i = from; i < from + length; i++) {
            longs[i] = Math.min(longs[i], value);
        }
    }

    public static void max(long[] longs, int from, int length, long value) {
        for (int i = from; i < from + length; i++) {
            longs[i] = Math.max(longs[i], value);
        }
    }

    public static long signs(long[] longs, int from, int length, long value) {
        long signs = 0;
        for (int i = from; i < from + length; i++) {
            signs |= signs(longs, i, value);
        }
        return signs;
    }

    public static void addSquare(long[] longs, int from, int length, long value) {
        add(longs, from, length, value * value);
    }

    public static void minDouble(long[] longs, int from, int length, long bits) {
        min(longs, from, length, OrderedDoubles.ordered(bits));
    }

    public static void maxDouble(long[] longs, int from, int length, long bits) {
        max(longs, from, length, OrderedDoubles.ordered(bits));
    }

    public static void addDouble(long[] longs, int from, int length, long bits) {
        addDouble(longs, from, length, Double.longBitsToDouble(bits));
    }

    public static void addSquareOfDouble(long[] longs, int from, int length, long bits) {
        final double value = Double.longBitsToDouble(bits);
        for (int i = from; i < from + length; i++) {
            addSquareToDouble(longs, i, length, value, 1);
        }
    }

    private static void addDouble(long[] longs, int from, int length, double value) {
        for (int i = from; i < from + length; i++) {
            addToDouble(longs, i, length, value);
        }
    }

    // ---- one double

    /**
     * Neumaier's sum: rounding errors are summed separately, behind all copies of the sum.
     *
     * @param copies how far behind
     */
    public static void addToDouble(long[] longs, int at, int copies, double value) {
        final double before = Double.longBitsToDouble(longs[at]);
        final double sum = before + value;
        final double lost = Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
        longs[at] = Double.doubleToRawLongBits(sum);
        addLost(longs, at + copies, lost);
    }

    /**
     * The same for the square of a value, with its own rounding error: a variance is a difference of sums of squares, and would have few
     * digits without it.
     *
     * @param sign 1, or -1 to subtract the square
     */
    public static void addSquareToDouble(long[] longs, int at, int copies, double value, int sign) {
        final double square = value * value;
        addToDouble(longs, at, copies, sign * square);
        addLost(longs, at + copies, sign * Math.fma(value, value, -square));
    }

    public static void addLost(long[] longs, int at, double lost) {
        longs[at] = Double.doubleToRawLongBits(Double.longBitsToDouble(longs[at]) + lost);
    }

    // ---- parts of a sum

    /** Negative if a sum would exceed a bound, or its negative, or overflow. */
    public static long signsBeyond(long cell, long value, long bound) {
        final long sum = cell + value;
        // The least number has no absolute value, and exceeds the bound all the same: the difference wraps to a
        // negative one.
        return ((cell ^ sum) & (value ^ sum)) | (bound - Math.abs(sum));
    }

    public static long signsOfSquareBeyond(long cell, long value, long bound) {
        final long square = value * value;
        return Math.multiplyHigh(value, value) == 0 && square >= 0 ? signsBeyond(cell, square, bound) : -1;
    }
}
