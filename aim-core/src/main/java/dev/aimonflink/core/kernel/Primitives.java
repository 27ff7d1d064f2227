package dev.aimonflink.core.kernel;

/**
 * The loops that programs over vectors are made of, as far as the compiler does not make vector instructions of plain ones. Each
 * takes the rows {@code from} one {@code to} another of its vectors, few enough to stay in the first-level cache.
 *
 * <p>A column is read in place: an array and the index of the vector's first row in it. A mask has a lane for each row, -1 if the
 * row is in and 0 if not, and begins at index 0. As lanes, masks are read and written like columns; as bits, each conversion
 * would be a call on Java 17.
 *
 * <p>A range is from {@code low} to {@code high}, both included, and is not empty.
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

    /** A value that is in the range stays the same: one comparison instead of two, of which the second would be a branch. */
    private static int limited(int value, int low, int high) {
        return Math.min(high, Math.max(low, value));
    }

    /** 0 within the range: two of them take one comparison. */
    private static int excess(int value, int low, int high) {
        return limited(value, low, high) ^ value;
    }

    /** The rows where low &lt;= value &lt;= high. */
    default void between(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] = limited(value, low, high) == value ? -1 : 0;
        }
    }

    /** Of the rows of a mask, those where low &lt;= value &lt;= high. */
    default void andBetween(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] &= limited(value, low, high) == value ? -1 : 0;
        }
    }

    /** The rows where lowA &lt;= a &lt;= highA and lowB &lt;= b &lt;= highB. */
    default void betweenBoth(
            int[] a,
            int atA,
            int lowA,
            int highA,
            int[] b,
            int atB,
            int lowB,
            int highB,
            int[] mask,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            final int valueA = a[atA + i];
            final int valueB = b[atB + i];
            mask[i] = (excess(valueA, lowA, highA) | excess(valueB, lowB, highB)) == 0 ? -1 : 0;
        }
    }

    /** The rows where value &lt; low or value &gt; high. */
    default void outside(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] = limited(value, low, high) == value ? 0 : -1;
        }
    }

    /** The rows where a &lt; b. */
    default void less(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            mask[i] = a[atA + i] < b[atB + i] ? -1 : 0;
        }
    }

    /** The rows where a = b. */
    default void equal(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            mask[i] = a[atA + i] == b[atB + i] ? -1 : 0;
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
    default long sum(int[] values, int at, int[] mask, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[at + i] & mask[i];
        }
        return sum;
    }

    /**
     * The greatest value ^ flip over the rows of a mask, ^ flip; that of {@code Integer.MIN_VALUE} if there is none. The order of
     * values with all bits flipped is the reverse one, so a flip of 0 gives the maximum and one of -1 the minimum.
     */
    default int extreme(int[] values, int at, int flip, int[] mask, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, mask[i] != 0 ? values[at + i] ^ flip : Integer.MIN_VALUE);
        }
        return max ^ flip;
    }

    /**
     * The number of rows where low &lt;= filter &lt;= high, and the sum over them.
     *
     * @param countAndSum two totals, to which both are added
     */
    default void totalWhere(
            int[] values, int at, int[] filter, int atFilter, int low, int high, long[] countAndSum, int from, int to) {
        long sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            final int tested = filter[atFilter + i];
            final int lane = limited(tested, low, high) == tested ? -1 : 0;
            sum += values[at + i] & lane;
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
    default void totalsWhere(
            int[] a,
            int atA,
            int[] b,
            int atB,
            int[] filter,
            int atFilter,
            int low,
            int high,
            long[] countAndSums,
            int from,
            int to) {
        long sumA = 0;
        long sumB = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            final int tested = filter[atFilter + i];
            final int lane = limited(tested, low, high) == tested ? -1 : 0;
            sumA += a[atA + i] & lane;
            sumB += b[atB + i] & lane;
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
    default int extremeWhere(
            int[] values,
            int at,
            int flip,
            int[] filter,
            int atFilter,
            int low,
            int high,
            long[] count,
            int from,
            int to) {
        int max = Integer.MIN_VALUE;
        int found = 0;
        for (int i = from; i < to; i++) {
            final int tested = filter[atFilter + i];
            final int lane = limited(tested, low, high) == tested ? -1 : 0;
            max = Math.max(max, lane != 0 ? values[at + i] ^ flip : Integer.MIN_VALUE);
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

    /** The groups of the rows where lowA &lt;= a &lt;= highA and lowB &lt;= b &lt;= highB, and -1 for the others. */
    default void groupWhere(
            int[] groups,
            int at,
            int[] a,
            int atA,
            int lowA,
            int highA,
            int[] b,
            int atB,
            int lowB,
            int highB,
            int[] into,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            final int valueA = a[atA + i];
            final int valueB = b[atB + i];
            into[i] = groups[at + i] | ((excess(valueA, lowA, highA) | excess(valueB, lowB, highB)) == 0 ? 0 : -1);
        }
    }

    /**
     * Counts the rows of {@link #GROUPS_AT_ONCE} groups.
     *
     * @param first the first of the groups
     * @param counts by group; added to, as far as it reaches
     */
    default void countGroups(int[] groups, int at, int first, long[] counts, int from, int to) {
        final int end = Math.min(counts.length, first + GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[at + i];
            if (group >= first && group < end) {
                counts[group]++;
            }
        }
    }

    /** Adds up the values of the rows of as many groups. */
    default void sumGroups(int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int from, int to) {
        final int end = Math.min(sums.length, first + GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[atGroups + i];
            if (group >= first && group < end) {
                sums[group] += values[at + i];
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
            int[] groups,
            int atGroups,
            int first,
            int[] a,
            int atA,
            int[] b,
            int atB,
            long[] totals,
            int[] scratch,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            final int group = groups[atGroups + i] - first;
            if (group >= 0 && group < TOTALLED_AT_ONCE) {
                totals[TOTALS_OF_A_GROUP * group]++;
                totals[TOTALS_OF_A_GROUP * group + 1] += a[atA + i];
                totals[TOTALS_OF_A_GROUP * group + 2] += b[atB + i];
            }
        }
    }
}
