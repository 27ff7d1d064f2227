package dev.aimonflink.matrix.kernel;

/**
 * The loops that programs over vectors are made of, as far as the compiler does not make vector instructions of plain ones. Each
 * takes the rows {@code from} one {@code to} another of its vectors, few enough to stay in the first-level cache.
 *
 * <p>A column is read in place, by its {@link VectorCells}. A mask has a lane for each row, -1 if the
 * row is in and 0 if not, and begins at index 0. As lanes, masks are read and written like columns; as bits, each conversion
 * would be a call on Java 17.
 *
 * <p>Those here are the scalar twins: plain loops, written so that the compiler makes moves instead of branches of the conditions. The
 * vector twins leave their tails to them. All implementations give the same bits. They keep no state, so one instance serves all.
 */
public interface Primitives {
    /** The most rows that a primitive takes at once. Sums of small values or of 16-bit halves cannot overflow over so many. */
    int MAX_ROWS = 8_192;

    /** With more groups in one loop, its method has too many vector operations for the compiler. */
    int GROUPS_AT_ONCE = 4;

    /** The groups of {@link #totalGroups}, for the same reason. */
    int TOTALLED_AT_ONCE = 3;

    /** The totals of a group there: the number of its rows, and two sums. */
    int TOTALS_OF_A_GROUP = 3;

    /** Room for the totals of a group in each lane of the longest vectors that there are. */
    int SCRATCH_INTS = TOTALS_OF_A_GROUP * 64;

    /** How many rows it takes at once: 1 if the compiler decides. */
    default int lanes() {
        return 1;
    }

    /** The rows of a range. */
    default void between(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = range.lane(values[at + i]);
        }
    }

    /** Of the rows of a mask, those of a range. */
    default void andBetween(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] &= range.lane(values[at + i]);
        }
    }

    /** The rows of two ranges. */
    default void betweenBoth(Between a, Between b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.cells().ints;
        final int atA = a.cells().at;
        final int[] valuesOfB = b.cells().ints;
        final int atB = b.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = (a.excess(valuesOfA[atA + i]) | b.excess(valuesOfB[atB + i])) == 0 ? -1 : 0;
        }
    }

    /** The rows that are not in a range. */
    default void outside(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        for (int i = from; i < to; i++) {
            mask[i] = ~range.lane(values[at + i]);
        }
    }

    /** The rows where a &lt; b. */
    default void less(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        for (int i = from; i < to; i++) {
            mask[i] = valuesOfA[atA + i] < valuesOfB[atB + i] ? -1 : 0;
        }
    }

    /** The rows where a = b. */
    default void equal(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        for (int i = from; i < to; i++) {
            mask[i] = valuesOfA[atA + i] == valuesOfB[atB + i] ? -1 : 0;
        }
    }

    /** How many rows a mask has. */
    default int count(int[] mask, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count -= mask[i];
        }
        return count;
    }

    /** The sum over the rows of a mask. */
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
     * The greatest value ^ flip over the rows of a mask, ^ flip; that of {@code Integer.MIN_VALUE} if there is none. The order of
     * values with all bits flipped is the reverse one, so a flip of 0 gives the maximum and one of -1 the minimum.
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
     * The number of rows of a range, and the sum over them.
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
     * The number of those rows, and the sums of two columns over them.
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

    /** The groups of the rows of a mask, and -1 for the others. */
    default void groupOrNone(int[] groups, int at, int[] mask, int[] into, int from, int to) {
        for (int i = from; i < to; i++) {
            into[i] = groups[at + i] | ~mask[i];
        }
    }

    /** The groups of the rows of two ranges, and -1 for the others. */
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
     * @param first the first of the groups
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

    /** Adds up the values of the rows of as many groups. */
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
     * Adds up the rows of {@link #TOTALLED_AT_ONCE} groups: their number, and the sums of two columns over them.
     *
     * @param first the first of the groups
     * @param totals {@link #TOTALS_OF_A_GROUP} of each group, to which all are added
     * @param scratch {@link #SCRATCH_INTS} numbers, of no meaning, for vectors
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
