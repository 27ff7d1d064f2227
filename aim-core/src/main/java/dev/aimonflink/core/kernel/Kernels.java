package dev.aimonflink.core.kernel;

/**
 * The loops that are written for a query, beside those of programs over vectors. Each runs over the first {@code rows} cells of a block's columns, few enough to stay in
 * the cache.
 *
 * <p>Those here are the scalar twins. All implementations give the same bits. They keep no state, so one instance serves all.
 *
 * <p>{@code codes} and {@code groups} are dimension codes, never negative. Group 0 means no group.
 *
 * <p>One loop computes everything that a query needs of the same rows, because the first loop over a block waits for
 * the memory: separate loops for a sum and a count take half as long again.
 */
public interface Kernels extends Primitives {
    /**
     * The most rows that a kernel takes at once. Sums of 16-bit halves and of small values cannot overflow over so
     * many.
     */
    int MAX_ROWS = 16_384;

    /** As shown in logs and metrics. */
    String name();

    /**
     * SUM(values), COUNT(*) WHERE filter &gt; threshold.
     *
     * @param sumAndCount two totals, to which both are added
     */
    default void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int rows) {
        ScalarKernels.averageWhereGreater(values, filter, threshold, sumAndCount, 0, rows);
    }

    /** MAX(values) WHERE filter &gt; threshold, or {@code Integer.MIN_VALUE}. */
    default int maxWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        return ScalarKernels.maxWhereGreater(values, filter, threshold, 0, rows);
    }

    /** MAX(values) WHERE filter &gt; threshold, or {@code Long.MIN_VALUE}. */
    default long maxWhereGreater(long[] values, int[] filter, int threshold, int rows) {
        return ScalarKernels.maxWhereGreater(values, filter, threshold, 0, rows);
    }

    /** MAX(values) WHERE codes = code, or {@code Integer.MIN_VALUE}. */
    default int maxWhereEqual(int[] values, int[] codes, int code, int rows) {
        return ScalarKernels.maxWhereEqual(values, codes, code, 0, rows);
    }

    /** MIN(ids) WHERE values = value AND codes = code, or {@code Long.MAX_VALUE}. */
    default long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows) {
        return ScalarKernels.lowestIdWhereEqual(values, value, codes, code, ids, 0, rows);
    }

    /**
     * SUM(a), SUM(b) WHERE codes = code.
     *
     * @param sums two totals, to which both are added
     */
    default void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        ScalarKernels.sumPairWhereEqual(a, b, codes, code, sums, 0, rows);
    }

    /**
     * As for ints.
     *
     * @param sums three totals, to which are added: the low {@linkplain Halves halves} of a, b, and the high halves of a
     */
    default void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        ScalarKernels.sumPairWhereEqual(a, b, codes, code, sums, 0, rows);
    }

    /** COUNT(*), SUM(a), SUM(b) WHERE a &gt; thresholdA AND b &gt; thresholdB GROUP BY group, added to the totals. */
    default void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int rows) {
        ScalarKernels.totalByGroupWhereGreater(groups, a, thresholdA, b, thresholdB, totals, 0, rows);
    }

    /** COUNT(*), SUM(a), SUM(b) WHERE x = codeX AND y = codeY GROUP BY group, added to the totals. */
    default void totalByGroupWhereEqual(
            int[] groups, int[] x, int codeX, int[] y, int codeY, int[] a, int[] b, PairTotals totals, int rows) {
        ScalarKernels.totalByGroupWhereEqual(groups, x, codeX, y, codeY, a, b, totals, 0, rows);
    }
}
