package dev.aimonflink.matrix.kernel;

/**
 * The loops that vector programs consist of, where the compiler does not vectorize plain ones. Each takes a range of rows of its vectors,
 * few enough to stay in the first-level cache.
 *
 * <p>A column is read in place, by its {@link VectorCells}. A mask has a lane for each row, -1 if the row is in and 0 if not, and begins at
 * index 0. As lanes, masks are read and written like columns; as bits, each conversion would be a call on Java 17.
 *
 * <p>These are the scalar twins: plain loops, written so that the compiler makes moves instead of branches of the conditions. The vector
 * twins leave their tails to them. All implementations give the same bits. They have no state, so one instance serves all.
 */
public interface Primitives {
    /** The most rows that a primitive takes at once; over this many, sums of small values or of 16-bit halves cannot overflow. */
    int MAX_ROWS = 8_192;

    /** With more groups in one loop, its method has too many vector operations for the compiler. */
    int GROUPS_AT_ONCE = 4;

    /** The groups of {@link #totalGroups}, for the same reason. */
    int TOTALLED_AT_ONCE = 3;

    /** The totals of a group there: its number of rows, and two sums. */
    int TOTALS_OF_A_GROUP = 3;

    /** Room for a group's totals in each lane of the longest vectors. */
    int SCRATCH_INTS = TOTALS_OF_A_GROUP * 64;

    /** How many rows it takes at once: 1 if the compiler decides. */
    default int lanes() {
        return 1;
    }

    default void between(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = range.lane(values[at + i]);
        }
    }

    default void andBetween(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] &= range.lane(values[at + i]);
        }
    }

    default void betweenBoth(Between a, Between b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.cells().ints;
        final int atA = a.cells().at;
        final int[] valuesOfB = b.cells().ints;
        final int atB = b.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = (a.excess(valuesOfA[atA + i]) | b.excess(valuesOfB[atB + i])) == 0 ? -1 : 0;
        }
    }

    default void outside(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = ~range.lane(values[at + i]);
        }
    }

    default void less(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        for (int i = from; i < to; i++) {
            mask[i] = valuesOfA[atA + i] < valuesOfB[atB + i] ? -1 : 0;
        }
    }

    default void equal(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        for (int i = from; i < to; i++) {
            mask[i] = valuesOfA[atA + i] == valuesOfB[atB + i] ? -1 : 0;
        }
    }

    default int count(int[] mask, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count -= mask[i];
        }
        return count;
    }

    default long sum(VectorCells values, int[] mask, int from, int to) {
        final int[] ints = values.ints;
        final int at = values.at;
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += ints[at + i] & mask[i];
        }
        return sum;
    }

    /**
     * The greatest value ^ flip over the rows of a mask, ^ flip; as if it were {@code Integer.MIN_VALUE} if there is none. Flipping all
     * bits reverses the order, so a flip of 0 gives the maximum and -1 the minimum.
     */
    default int extreme(VectorCells values, int flip, int[] mask, int from, int to) {
        final int[] ints = values.ints;
        final int at = values.at;
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, mask[i] != 0 ? ints[at + i] ^ flip : Integer.MIN_VALUE);
        }
        return max ^ flip;
    }

    /**
     * The number of a range's rows, and their sum.
     *
     * @param countAndSum two totals, to which both are added
     */
    default void totalWhere(VectorCells values, Between filter, long[] countAndSum, int from, int to) {
        final int[] ints = values.ints;
        final int at = values.at;
        final int[] tested = filter.cells().ints;
        final int atTested = filter.cells().at;
        long sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            final int lane = filter.lane(tested[atTested + i]);
            sum += ints[at + i] & lane;
            count -= lane;
        }
        countAndSum[0] += count;
        countAndSum[1] += sum;
    }

    /**
     * The number of those rows, and the sums of two columns.
     *
     * @param countAndSums three totals, to which all are added
     */
    default void totalsWhere(VectorCells a, VectorCells b, Between filter, long[] countAndSums, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        final int[] tested = filter.cells().ints;
        final int atTested = filter.cells().at;
        long sumA = 0;
        long sumB = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            final int lane = filter.lane(tested[atTested + i]);
            sumA += valuesOfA[atA + i] & lane;
            sumB += valuesOfB[atB + i] & lane;
            count -= lane;
        }
        countAndSums[0] += count;
        countAndSums[1] += sumA;
        countAndSums[2] += sumB;
    }

    /**
     * The {@link #extreme} of those rows.
     *
     * @param count one total, to which their number is added
     */
    default int extremeWhere(VectorCells values, int flip, Between filter, long[] count, int from, int to) {
        final int[] ints = values.ints;
        final int at = values.at;
        final int[] tested = filter.cells().ints;
        final int atTested = filter.cells().at;
        int max = Integer.MIN_VALUE;
        int found = 0;
        for (int i = from; i < to; i++) {
            final int lane = filter.lane(tested[atTested + i]);
            max = Math.max(max, lane != 0 ? ints[at + i] ^ flip : Integer.MIN_VALUE);
            found -= lane;
        }
        count[0] += found;
        return max ^ flip;
    }

    /** The groups of the rows of a mask, and -1 for others. */
    default void groupOrNone(int[] groups, int at, int[] mask, int[] into, int from, int to) {
        for (int i = from; i < to; i++) {
            into[i] = groups[at + i] | ~mask[i];
        }
    }

    /** The groups of the rows of two ranges, and -1 for others. */
    default void groupWhere(VectorCells groups, Between a, Between b, int[] into, int from, int to) {
        final int[] groupOf = groups.ints;
        final int at = groups.at;
        final int[] valuesOfA = a.cells().ints;
        final int atA = a.cells().at;
        final int[] valuesOfB = b.cells().ints;
        final int atB = b.cells().at;
        for (int i = from; i < to; i++) {
            into[i] = groupOf[at + i] | ((a.excess(valuesOfA[atA + i]) | b.excess(valuesOfB[atB + i])) == 0 ? 0 : -1);
        }
    }

    /**
     * Counts the rows of {@link #GROUPS_AT_ONCE} groups.
     *
     * @param counts by group; added to, as far as it reaches
     */
    default void countGroups(int[] groups, int first, long[] counts, int from, int to) {
        final int end = Math.min(counts.length, first + GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[i];
            if (group >= first && group < end) {
                counts[group]++;
            }
        }
    }

    default void sumGroups(VectorCells values, int[] groups, int first, long[] sums, int from, int to) {
        final int[] ints = values.ints;
        final int at = values.at;
        final int end = Math.min(sums.length, first + GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[i];
            if (group >= first && group < end) {
                sums[group] += ints[at + i];
            }
        }
    }

    /**
     * For {@link #TOTALLED_AT_ONCE} groups, adds their number of rows, and the sums of two columns.
     *
     * @param totals {@link #TOTALS_OF_A_GROUP} for each group, to which all are added
     * @param scratch {@link #SCRATCH_INTS} numbers without meaning, for vectors
     */
    default void totalGroups(
            int[] groups, int first, VectorCells a, VectorCells b, long[] totals, int[] scratch, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        for (int i = from; i < to; i++) {
            final int group = groups[i] - first;
            if (group >= 0 && group < TOTALLED_AT_ONCE) {
                totals[TOTALS_OF_A_GROUP * group]++;
                totals[TOTALS_OF_A_GROUP * group + 1] += valuesOfA[atA + i];
                totals[TOTALS_OF_A_GROUP * group + 2] += valuesOfB[atB + i];
            }
        }
    }
}
