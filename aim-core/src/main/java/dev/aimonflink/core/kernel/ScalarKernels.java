package dev.aimonflink.core.kernel;

/**
 * Plain Java loops, written so that the conditions become moves instead of branches. The loops themselves are static
 * and take any range of rows, because the vector twin leaves its tails to them.
 */
public final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public int countWhereGreater(int[] filter, int threshold, int rows) {
        return countWhereGreater(filter, threshold, 0, rows);
    }

    @Override
    public long sumWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        return sumWhereGreater(values, filter, threshold, 0, rows);
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
    public long sumWhereEqual(int[] values, int[] codes, int code, int rows) {
        return sumWhereEqual(values, codes, code, 0, rows);
    }

    @Override
    public long sumWhereEqual(long[] values, int[] codes, int code, int rows) {
        return sumWhereEqual(values, codes, code, 0, rows);
    }

    @Override
    public boolean selectWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, int[] selection, int rows) {
        return selectWhereGreater(groups, a, thresholdA, b, thresholdB, selection, 0, rows);
    }

    @Override
    public boolean selectWhereEqual(int[] groups, int[] a, int codeA, int[] b, int codeB, int[] selection, int rows) {
        return selectWhereEqual(groups, a, codeA, b, codeB, selection, 0, rows);
    }

    @Override
    public void countByGroup(int[] selection, int groups, long[] totals, int rows) {
        countByGroup(selection, totals, 0, rows);
    }

    @Override
    public void sumByGroup(int[] values, int[] selection, int groups, long[] totals, int rows) {
        sumByGroup(values, selection, totals, 0, rows);
    }

    public static int countWhereGreater(int[] filter, int threshold, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += filter[i] > threshold ? 1 : 0;
        }
        return count;
    }

    public static long sumWhereGreater(int[] values, int[] filter, int threshold, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += filter[i] > threshold ? values[i] : 0;
        }
        return sum;
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

    public static long sumWhereEqual(int[] values, int[] codes, int code, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += codes[i] == code ? values[i] : 0;
        }
        return sum;
    }

    public static long sumWhereEqual(long[] values, int[] codes, int code, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += codes[i] == code ? values[i] : 0;
        }
        return sum;
    }

    public static boolean selectWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, int[] selection, int from, int to) {
        int any = 0;
        for (int i = from; i < to; i++) {
            final int group = a[i] > thresholdA && b[i] > thresholdB ? groups[i] : 0;
            selection[i] = group;
            any |= group;
        }
        return any != 0;
    }

    public static boolean selectWhereEqual(
            int[] groups, int[] a, int codeA, int[] b, int codeB, int[] selection, int from, int to) {
        int any = 0;
        for (int i = from; i < to; i++) {
            final int group = a[i] == codeA && b[i] == codeB ? groups[i] : 0;
            selection[i] = group;
            any |= group;
        }
        return any != 0;
    }

    /** The rows that are not selected go to the scratch element: cheaper than a branch. */
    public static void countByGroup(int[] selection, long[] totals, int from, int to) {
        for (int i = from; i < to; i++) {
            totals[selection[i]]++;
        }
    }

    /** As for counts. */
    public static void sumByGroup(int[] values, int[] selection, long[] totals, int from, int to) {
        for (int i = from; i < to; i++) {
            totals[selection[i]] += values[i];
        }
    }
}
