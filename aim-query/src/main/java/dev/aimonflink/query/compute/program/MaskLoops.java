package dev.aimonflink.query.compute.program;

import java.util.Arrays;

/** Loops that make masks, see {@link dev.aimonflink.matrix.kernel.Primitives}; the compiler vectorizes most of them. */
public final class MaskLoops {
    private MaskLoops() {}

    public static void fill(int[] mask, boolean isIn, int rows) {
        Arrays.fill(mask, 0, rows, isIn ? -1 : 0);
    }

    public static void and(int[] mask, int[] other, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] &= other[i];
        }
    }

    public static void or(int[] mask, int[] other, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] |= other[i];
        }
    }

    public static void andNot(int[] mask, int[] other, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] &= ~other[i];
        }
    }

    static void not(int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = ~mask[i];
        }
    }

    static void between(long[] values, int at, long low, long high, int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            final long value = values[at + i];
            // One comparison instead of two, the second of which would be a branch.
            mask[i] = Math.min(high, Math.max(low, value)) == value ? -1 : 0;
        }
    }

    static boolean has(long[] values, int at, long value, int rows) {
        boolean has = false;
        for (int i = 0; i < rows; i++) {
            has |= values[at + i] == value;
        }
        return has;
    }

    static void less(long[] a, int atA, long[] b, int atB, int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = a[atA + i] < b[atB + i] ? -1 : 0;
        }
    }

    static void equal(long[] a, int atA, long[] b, int atB, int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = a[atA + i] == b[atB + i] ? -1 : 0;
        }
    }

    static void among(int[] values, int at, int[] sorted, int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = Arrays.binarySearch(sorted, values[at + i]) >= 0 ? -1 : 0;
        }
    }

    static void among(long[] values, int at, long[] sorted, int[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = Arrays.binarySearch(sorted, values[at + i]) >= 0 ? -1 : 0;
        }
    }

    /** The indexes of a mask's rows; returns their number. */
    public static int positions(int[] mask, int[] into, int rows) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            // Always written, and kept only if the row is in, to avoid an unpredictable branch.
            into[count] = i;
            count -= mask[i];
        }
        return count;
    }
}
