package dev.aimonflink.core.kernel;

/** Plain Java loops, written so that the conditions become moves instead of branches. */
public final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public int countWhereGreater(int[] filter, int threshold, int rows) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            count += filter[i] > threshold ? 1 : 0;
        }
        return count;
    }

    @Override
    public long sumWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += filter[i] > threshold ? values[i] : 0;
        }
        return sum;
    }

    @Override
    public long maxWhereGreater(long[] values, int[] filter, int threshold, int rows) {
        long max = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            max = Math.max(max, filter[i] > threshold ? values[i] : Long.MIN_VALUE);
        }
        return max;
    }

    @Override
    public long max(long[] values, int rows) {
        long max = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    @Override
    public int minWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        int min = Integer.MAX_VALUE;
        for (int i = 0; i < rows; i++) {
            min = Math.min(min, filter[i] <= limit ? values[i] : Integer.MAX_VALUE);
        }
        return min;
    }

    @Override
    public int maxWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        int max = Integer.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            max = Math.max(max, filter[i] <= limit ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    @Override
    public int countWhereAtMost(int[] filter, int limit, int rows) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            count += filter[i] <= limit ? 1 : 0;
        }
        return count;
    }

    @Override
    public int maxWhereMember(int[] values, int[] codes, boolean[] members, int rows) {
        int max = Integer.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            max = Math.max(max, members[codes[i]] ? values[i] : Integer.MIN_VALUE);
        }
        return max;
    }

    @Override
    public long sumWhereMember(int[] values, int[] codes, boolean[] members, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += members[codes[i]] ? values[i] : 0;
        }
        return sum;
    }

    @Override
    public long sumWhereMember(long[] values, int[] codes, boolean[] members, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += members[codes[i]] ? values[i] : 0;
        }
        return sum;
    }
}
