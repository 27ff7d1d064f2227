package dev.aimonflink.core.kernel;

/**
 * The inner loops of queries. Each runs over the first {@code rows} cells of a block's columns, few enough to stay in
 * the cache.
 *
 * <p>All implementations give the same bits. They keep no state, so one instance serves all.
 *
 * <p>{@code codes} and {@code groups} are dimension codes, never negative. Group 0 means no group.
 *
 * <p>One loop computes everything that a query needs of the same rows, because the first loop over a block waits for
 * the memory: separate loops for a sum and a count take half as long again.
 */
public interface Kernels {
    /**
     * The most rows that a kernel takes at once. Sums of 16-bit halves and of small values cannot overflow over so
     * many.
     */
    int MAX_ROWS = 16_384;

    /** As shown in logs and metrics. */
    String name();

    /** The loops of programs over vectors, run likewise. */
    Primitives primitives();

    /**
     * SUM(values), COUNT(*) WHERE filter &gt; threshold.
     *
     * @param sumAndCount two totals, to which both are added
     */
    void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int rows);

    /** MAX(values) WHERE filter &gt; threshold, or {@code Integer.MIN_VALUE}. */
    int maxWhereGreater(int[] values, int[] filter, int threshold, int rows);

    /** MAX(values) WHERE filter &gt; threshold, or {@code Long.MIN_VALUE}. */
    long maxWhereGreater(long[] values, int[] filter, int threshold, int rows);

    /** MAX(values), or {@code Integer.MIN_VALUE}. */
    int max(int[] values, int rows);

    /** MAX(values), or {@code Long.MIN_VALUE}. */
    long max(long[] values, int rows);

    /** MIN(values) WHERE filter &lt;= limit, or {@code Integer.MAX_VALUE}. */
    int minWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** MAX(values) WHERE filter &lt;= limit, or {@code Integer.MIN_VALUE}. */
    int maxWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** MAX(values) WHERE codes = code, or {@code Integer.MIN_VALUE}. */
    int maxWhereEqual(int[] values, int[] codes, int code, int rows);

    /** MIN(ids) WHERE values = value AND codes = code, or {@code Long.MAX_VALUE}. */
    long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows);

    /**
     * SUM(a), SUM(b) WHERE codes = code.
     *
     * @param sums two totals, to which both are added
     */
    void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int rows);

    /**
     * As for ints.
     *
     * @param sums three totals, to which are added: the low {@linkplain Halves halves} of a, b, and the high halves of a
     */
    void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int rows);

    /**
     * The first row from a row on WHERE a &lt;= ratio * b AND b &gt; 0 AND codes = code, or {@code rows}. The product is
     * computed in 32-bit floats.
     */
    int firstAtMostRatio(int[] a, int[] b, float ratio, int[] codes, int code, int from, int rows);

    /** As for ints. */
    int firstAtMostRatio(long[] a, int[] b, float ratio, int[] codes, int code, int from, int rows);

    /** COUNT(*), SUM(a), SUM(b) WHERE a &gt; thresholdA AND b &gt; thresholdB GROUP BY group, added to the totals. */
    void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int rows);

    /** COUNT(*), SUM(a), SUM(b) WHERE x = codeX AND y = codeY GROUP BY group, added to the totals. */
    void totalByGroupWhereEqual(
            int[] groups, int[] x, int codeX, int[] y, int codeY, int[] a, int[] b, PairTotals totals, int rows);
}
