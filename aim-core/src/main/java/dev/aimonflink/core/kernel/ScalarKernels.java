package dev.aimonflink.core.kernel;

/**
 * Plain Java loops, written so that the compiler makes moves instead of branches of the conditions. The loops are
 * static and take any range of rows, because the vector kernels leave their tails to them.
 */
public final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }

    public static void averageWhereGreater(
            int[] values, int[] filter, int threshold, long[] sumAndCount, int from, int to) {
        long sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            sum += filter[i] > threshold ? values[i] : 0;
            count += filter[i] > threshold ? 1 : 0;
        }
        sumAndCount[0] += sum;
        sumAndCount[1] += count;
    }

    public static int maxWhereGreater(int[] values, int[] filter, int threshold, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, filter[i] > threshold ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    public static long maxWhereGreater(long[] values, int[] filter, int threshold, int from, int to) {
        long max = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, filter[i] > threshold ? values[i] : Long.MIN_VALUE);
        }
        return max;
    }

    public static int maxWhereEqual(int[] values, int[] codes, int code, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, codes[i] == code ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    public static long lowestIdWhereEqual(
            int[] values, int value, int[] codes, int code, long[] ids, int from, int to) {
        long lowest = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            // A branch, because hardly any row has the value.
            if (values[i] == value && codes[i] == code) {
                lowest = Math.min(lowest, ids[i]);
            }
        }
        return lowest;
    }

    public static void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int from, int to) {
        long sumA = 0;
        long sumB = 0;
        for (int i = from; i < to; i++) {
            sumA += codes[i] == code ? a[i] : 0;
            sumB += codes[i] == code ? b[i] : 0;
        }
        sums[0] += sumA;
        sums[1] += sumB;
    }

    public static void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int from, int to) {
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

    /** Adds rows that do not count to the elements 0, which are never read: cheaper than a branch. */
    public static void totalByGroupWhereGreater(
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

    /** As where greater. */
    public static void totalByGroupWhereEqual(
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
