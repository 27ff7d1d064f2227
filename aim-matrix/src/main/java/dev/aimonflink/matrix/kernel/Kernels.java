package dev.aimonflink.matrix.kernel;

import java.util.function.Predicate;

/**
 * The loops written for a query, beside those of programs over vectors. Each runs over a range of cells of a block's columns, few enough to
 * stay in the cache.
 *
 * <p>{@code codes} and {@code groups} are dimension codes, never negative; group 0 means no group.
 *
 * <p>One loop computes all that a query needs of the same rows, because the first loop over a block waits for memory: separate loops for a
 * sum and a count take half as long again.
 */
public interface Kernels extends Primitives {
    /** The most rows that a kernel takes at once; over this many, sums of 16-bit halves and of small values cannot overflow. */
    int MAX_ROWS = 16_384;

    /** As shown in logs and metrics. */
    String name();

    /** How many loops currently run by vector instructions. */
    default int vectors() {
        return 0;
    }

    /** The same kernels, which run the chosen loops by vector instructions at any time. */
    default Kernels serving(Predicate<Kernel> isVector) {
        return this;
    }

    /** @param sumAndCount two totals, to which both are added */
    default void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int from, int to) {
        long sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            sum += filter[i] > threshold ? values[i] : 0;
            count += filter[i] > threshold ? 1 : 0;
        }
        sumAndCount[0] += sum;
        sumAndCount[1] += count;
    }

    /** MAX(values) WHERE filter &gt; threshold, or {@code Integer.MIN_VALUE}. */
    default int maxWhereGreater(int[] values, int[] filter, int threshold, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, filter[i] > threshold ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    /** MAX(values) WHERE filter &gt; threshold, or {@code Long.MIN_VALUE}. */
    default long maxWhereGreater(long[] values, int[] filter, int threshold, int from, int to) {
        long max = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, filter[i] > threshold ? values[i] : Long.MIN_VALUE);
        }
        return max;
    }

    /** MAX(values) WHERE codes = code, or {@code Integer.MIN_VALUE}. */
    default int maxWhereEqual(int[] values, int[] codes, int code, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, codes[i] == code ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    /** MIN(ids) WHERE values = value AND codes = code, or {@code Long.MAX_VALUE}. */
    default long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int from, int to) {
        long lowest = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            // A branch, because hardly any row has the value.
            if (values[i] == value && codes[i] == code) {
                lowest = Math.min(lowest, ids[i]);
            }
        }
        return lowest;
    }

    /**
     * SUM(a), SUM(b) WHERE codes = code.
     *
     * @param sums two totals, to which both are added
     */
    default void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int from, int to) {
        long sumA = 0;
        long sumB = 0;
        for (int i = from; i < to; i++) {
            sumA += codes[i] == code ? a[i] : 0;
            sumB += codes[i] == code ? b[i] : 0;
        }
        sums[0] += sumA;
        sums[1] += sumB;
    }

    /**
     * As for ints.
     *
     * @param sums three totals, to which are added: the low {@linkplain Halves halves} of a, b, and the high halves of a
     */
    default void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int from, int to) {
        long lowA = 0;
        long sumB = 0;
        long highA = 0;
        for (int i = from; i < to; i++) {
            final long cell = codes[i] == code ? a[i] : 0;
            lowA += Halves.low(cell);
            sumB += codes[i] == code ? b[i] : 0;
            highA += Halves.high(cell);
        }
        sums[0] += lowA;
        sums[1] += sumB;
        sums[2] += highA;
    }

    /**
     * COUNT(*), SUM(a), SUM(b) WHERE a &gt; thresholdA AND b &gt; thresholdB GROUP BY group, added to the totals. Other rows are added to
     * the elements 0, which are never read: cheaper than a branch.
     */
    default void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int from, int to) {
        final long[] counts = totals.counts;
        final long[] totalsA = totals.a;
        final long[] totalsB = totals.b;
        for (int i = from; i < to; i++) {
            final int group = a[i] > thresholdA && b[i] > thresholdB ? groups[i] : 0;
            counts[group]++;
            totalsA[group] += a[i];
            totalsB[group] += b[i];
        }
    }

    /** COUNT(*), SUM(a), SUM(b) WHERE x = codeX AND y = codeY GROUP BY group, as where greater. */
    default void totalByGroupWhereEqual(
            int[] groups,
            int[] x,
            int codeX,
            int[] y,
            int codeY,
            int[] a,
            int[] b,
            PairTotals totals,
            int from,
            int to) {
        final long[] counts = totals.counts;
        final long[] totalsA = totals.a;
        final long[] totalsB = totals.b;
        for (int i = from; i < to; i++) {
            final int group = x[i] == codeX && y[i] == codeY ? groups[i] : 0;
            counts[group]++;
            totalsA[group] += a[i];
            totalsB[group] += b[i];
        }
    }
}
