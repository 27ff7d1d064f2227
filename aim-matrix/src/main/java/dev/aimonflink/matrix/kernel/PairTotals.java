package dev.aimonflink.matrix.kernel;

import java.math.BigInteger;

/**
 * Each group's number of rows, and the exact totals of two columns. Kernels add 32-bit cells to {@code a} and {@code b}, which cannot
 * overflow; for 64-bit cells, these have the low {@link Halves}.
 */
public final class PairTotals {
    /** The most int lanes of a vector, with room to spare. */
    private static final int MAX_LANES = 64;

    /** By group. Element 0 takes rows without a group and those that do not count; it is never read. */
    final long[] counts;

    final long[] a;
    final long[] b;
    private final long[] highsOfA;
    private final long[] highsOfB;

    private final int[] lanes = new int[12 * MAX_LANES];

    public PairTotals(int groups) {
        counts = new long[groups + 1];
        a = new long[groups + 1];
        b = new long[groups + 1];
        highsOfA = new long[groups + 1];
        highsOfB = new long[groups + 1];
    }

    /** Scratch space of a kernel for the lanes of twelve vectors. */
    public int[] lanes() {
        return lanes;
    }

    public int groups() {
        return counts.length - 1;
    }

    public long count(int group) {
        return counts[group];
    }

    public BigInteger a(int group) {
        return Halves.sum(highsOfA[group], a[group]);
    }

    public BigInteger b(int group) {
        return Halves.sum(highsOfB[group], b[group]);
    }

    public void addRow(int group, long cellA, long cellB) {
        counts[group]++;
        a[group] += Halves.low(cellA);
        b[group] += Halves.low(cellB);
        highsOfA[group] += Halves.high(cellA);
        highsOfB[group] += Halves.high(cellB);
    }

    /** Adds rows with 32-bit cells to a group, unless there is no such group: the last vector of groups may have spare lanes. */
    public void add(int group, long rows, long sumA, long sumB) {
        if (group < counts.length) {
            counts[group] += rows;
            a[group] += sumA;
            b[group] += sumB;
        }
    }
}
