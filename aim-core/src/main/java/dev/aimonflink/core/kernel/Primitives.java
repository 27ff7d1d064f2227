package dev.aimonflink.core.kernel;

/**
 * The loops that programs over vectors are made of, as far as the compiler does not make vector instructions of plain ones. Each
 * takes the first {@code rows} rows of its vectors, few enough to stay in the first-level cache.
 *
 * <p>A column is read in place: an array and the index of the vector's first row in it. A mask has a lane for each row, -1 if the
 * row is in and 0 if not, and begins at index 0. As lanes, masks are read and written like columns; as bits, each conversion
 * would be a call on Java 17.
 *
 * <p>A range is from {@code low} to {@code high}, both included, and is not empty.
 *
 * <p>Those here are the scalar twins. All implementations give the same bits. They keep no state, so one instance serves all.
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

    /** The rows where low &lt;= value &lt;= high. */
    default void between(int[] values, int at, int low, int high, int[] mask, int rows) {
        ScalarPrimitives.between(values, at, low, high, mask, 0, rows);
    }

    /** Of the rows of a mask, those where low &lt;= value &lt;= high. */
    default void andBetween(int[] values, int at, int low, int high, int[] mask, int rows) {
        ScalarPrimitives.andBetween(values, at, low, high, mask, 0, rows);
    }

    /** The rows where lowA &lt;= a &lt;= highA and lowB &lt;= b &lt;= highB. */
    default void betweenBoth(
            int[] a, int atA, int lowA, int highA, int[] b, int atB, int lowB, int highB, int[] mask, int rows) {
        ScalarPrimitives.betweenBoth(a, atA, lowA, highA, b, atB, lowB, highB, mask, 0, rows);
    }

    /** The rows where value &lt; low or value &gt; high. */
    default void outside(int[] values, int at, int low, int high, int[] mask, int rows) {
        ScalarPrimitives.outside(values, at, low, high, mask, 0, rows);
    }

    /** The rows where a &lt; b. */
    default void less(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        ScalarPrimitives.less(a, atA, b, atB, mask, 0, rows);
    }

    /** The rows where a = b. */
    default void equal(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        ScalarPrimitives.equal(a, atA, b, atB, mask, 0, rows);
    }

    /** How many rows a mask has. */
    default int count(int[] mask, int rows) {
        return ScalarPrimitives.count(mask, 0, rows);
    }

    /** The sum over the rows of a mask. */
    default long sum(int[] values, int at, int[] mask, int rows) {
        return ScalarPrimitives.sum(values, at, mask, 0, rows);
    }

    /**
     * The greatest value ^ flip over the rows of a mask, ^ flip; that of {@code Integer.MIN_VALUE} if there is none. The order of
     * values with all bits flipped is the reverse one, so a flip of 0 gives the maximum and one of -1 the minimum.
     */
    default int extreme(int[] values, int at, int flip, int[] mask, int rows) {
        return ScalarPrimitives.extreme(values, at, flip, mask, 0, rows);
    }

    /**
     * The number of rows where low &lt;= filter &lt;= high, and the sum over them.
     *
     * @param countAndSum two totals, to which both are added
     */
    default void totalWhere(
            int[] values, int at, int[] filter, int atFilter, int low, int high, long[] countAndSum, int rows) {
        ScalarPrimitives.totalWhere(values, at, filter, atFilter, low, high, countAndSum, 0, rows);
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
            int rows) {
        ScalarPrimitives.totalsWhere(a, atA, b, atB, filter, atFilter, low, high, countAndSums, 0, rows);
    }

    /**
     * The {@link #extreme} of those rows.
     *
     * @param count one total, to which their number is added
     */
    default int extremeWhere(
            int[] values, int at, int flip, int[] filter, int atFilter, int low, int high, long[] count, int rows) {
        return ScalarPrimitives.extremeWhere(values, at, flip, filter, atFilter, low, high, count, 0, rows);
    }

    /** The groups of the rows of a mask, and -1 for the others. */
    default void groupOrNone(int[] groups, int at, int[] mask, int[] into, int rows) {
        ScalarPrimitives.groupOrNone(groups, at, mask, into, 0, rows);
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
            int rows) {
        ScalarPrimitives.groupWhere(groups, at, a, atA, lowA, highA, b, atB, lowB, highB, into, 0, rows);
    }

    /**
     * Counts the rows of {@link #GROUPS_AT_ONCE} groups.
     *
     * @param first the first of the groups
     * @param counts by group; added to, as far as it reaches
     */
    default void countGroups(int[] groups, int at, int first, long[] counts, int rows) {
        ScalarPrimitives.countGroups(groups, at, first, counts, 0, rows);
    }

    /** Adds up the values of the rows of as many groups. */
    default void sumGroups(int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int rows) {
        ScalarPrimitives.sumGroups(values, at, groups, atGroups, first, sums, 0, rows);
    }

    /**
     * Adds up the rows of {@link #TOTALLED_AT_ONCE} groups: their number, and the sums of two columns over them.
     *
     * @param first the first of the groups
     * @param totals {@link #TOTALS_OF_A_GROUP} of each group, to which all are added
     * @param scratch {@link #SCRATCH_INTS} numbers, of no meaning
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
            int rows) {
        ScalarPrimitives.totalGroups(groups, atGroups, first, a, atA, b, atB, totals, 0, rows);
    }
}
