package dev.aimonflink.core.kernel;

/**
 * Plain Java loops, written so that the compiler makes moves instead of branches of the conditions. The loops are
 * static and take any range of rows, because the vector kernels leave their tails to them.
 */
public final class ScalarKernels implements Kernels {
    private static final Primitives PRIMITIVES = new ScalarPrimitives();

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public Primitives primitives() {
        return PRIMITIVES;
    }

    @Override
    public void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int rows) {
        averageWhereGreater(values, filter, threshold, sumAndCount, 0, rows);
    }

    @Override
    public int maxWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        return maxWhereGreater(values, filter, threshold, 0, rows);
    }

    @Override
    public long maxWhereGreater(long[] values, int[] filter, int threshold, int rows) {
        return maxWhereGreater(values, filter, threshold, 0, rows);
    }

    @Override
    public int max(int[] values, int rows) {
        return max(values, 0, rows);
    }

    @Override
    public long max(long[] values, int rows) {
        return max(values, 0, rows);
    }

    @Override
    public int minWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        return minWhereAtMost(values, filter, limit, 0, rows);
    }

    @Override
    public int maxWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        return maxWhereAtMost(values, filter, limit, 0, rows);
    }

    @Override
    public int maxWhereEqual(int[] values, int[] codes, int code, int rows) {
        return maxWhereEqual(values, codes, code, 0, rows);
    }

    @Override
    public long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows) {
        return lowestIdWhereEqual(values, value, codes, code, ids, 0, rows);
    }

    @Override
    public void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        sumPairWhereEqual(a, b, codes, code, sums, 0, rows);
    }

    @Override
    public void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        long lowA = 0;
        long sumB = 0;
        long highA = 0;
        for (int i = 0; i < rows; i++) {
            final long cell = codes[i] == code ? a[i] : 0;
            lowA += Halves.low(cell);
            sumB += codes[i] == code ? b[i] : 0;
            highA += Halves.high(cell);
        }
        sums[0] += lowA;
        sums[1] += sumB;
        sums[2] += highA;
    }

    @Override
    public int firstAtMostRatio(int[] a, int[] b, float ratio, int[] codes, int code, int from, int rows) {
        for (int i = from; i < rows; i++) {
            if (codes[i] == code && b[i] > 0 && a[i] <= ratio * b[i]) {
                return i;
            }
        }
        return rows;
    }

    @Override
    public int firstAtMostRatio(long[] a, int[] b, float ratio, int[] codes, int code, int from, int rows) {
        for (int i = from; i < rows; i++) {
            if (codes[i] == code && b[i] > 0 && a[i] <= ratio * b[i]) {
                return i;
            }
        }
        return rows;
    }

    @Override
    public void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int rows) {
        totalByGroupWhereGreater(groups, a, thresholdA, b, thresholdB, totals, 0, rows);
    }

    @Override
    public void totalByGroupWhereEqual(
            int[] groups, int[] x, int codeX, int[] y, int codeY, int[] a, int[] b, PairTotals totals, int rows) {
        totalByGroupWhereEqual(groups, x, codeX, y, codeY, a, b, totals, 0, rows);
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

    public static int max(int[] values, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    public static long max(long[] values, int from, int to) {
        long max = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    public static int minWhereAtMost(int[] values, int[] filter, int limit, int from, int to) {
        int min = Integer.MAX_VALUE;
        for (int i = from; i < to; i++) {
            min = Math.min(min, filter[i] <= limit ? values[i] : Integer.MAX_VALUE);
        }
        return min;
    }

    public static int maxWhereAtMost(int[] values, int[] filter, int limit, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, filter[i] <= limit ? values[i] : Integer.MIN_VALUE);
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
