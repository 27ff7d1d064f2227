package dev.aimonflink.core.kernel;

/** The number of rows of each group, and the totals of two columns over them. */
public final class PairTotals {
    /** Of the widest vectors there are. */
    private static final int MAX_LANES = 64;

    /** By group; element 0 is of the rows that have no group or do not count, and means nothing. */
    final long[] counts;

    final long[] a;
    final long[] b;

    private final int[] lanes = new int[3 * MAX_LANES];

    /** @param groups how many there are, numbered from 1 */
    public PairTotals(int groups) {
        counts = new long[groups + 1];
        a = new long[groups + 1];
        b = new long[groups + 1];
    }

    /** Where a kernel may put the lanes of three vectors; nobody else looks. */
    public int[] lanes() {
        return lanes;
    }

    public int groups() {
        return counts.length - 1;
    }

    public long count(int group) {
        return counts[group];
    }

    public long a(int group) {
        return a[group];
    }

    public long b(int group) {
        return b[group];
    }

    /** Adds to a group, unless there is no such group: the last vector of groups may have lanes to spare. */
    public void add(int group, long rows, long sumA, long sumB) {
        if (group < counts.length) {
            counts[group] += rows;
            a[group] += sumA;
            b[group] += sumB;
        }
    }
}
