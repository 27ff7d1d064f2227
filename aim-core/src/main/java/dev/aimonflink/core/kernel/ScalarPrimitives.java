package dev.aimonflink.core.kernel;

/**
 * Plain Java loops, written so that the compiler makes moves instead of branches of the conditions. The loops are static and take
 * any range of rows, because the vector primitives leave their tails to them.
 */
public final class ScalarPrimitives {
    private ScalarPrimitives() {}

    /** A value that is in the range stays the same: one comparison instead of two, of which the second would be a branch. */
    private static int limited(int value, int low, int high) {
        return Math.min(high, Math.max(low, value));
    }

    /** 0 within the range: two of them take one comparison. */
    private static int excess(int value, int low, int high) {
        return limited(value, low, high) ^ value;
    }

    public static void between(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] = limited(value, low, high) == value ? -1 : 0;
        }
    }

    public static void andBetween(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] &= limited(value, low, high) == value ? -1 : 0;
        }
    }

    public static void betweenBoth(
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

    public static void outside(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            final int value = values[at + i];
            mask[i] = limited(value, low, high) == value ? 0 : -1;
        }
    }

    public static void less(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            mask[i] = a[atA + i] < b[atB + i] ? -1 : 0;
        }
    }

    public static void equal(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        for (int i = from; i < to; i++) {
            mask[i] = a[atA + i] == b[atB + i] ? -1 : 0;
        }
    }

    public static int count(int[] mask, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count -= mask[i];
        }
        return count;
    }

    public static long sum(int[] values, int at, int[] mask, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[at + i] & mask[i];
        }
        return sum;
    }

    public static int extreme(int[] values, int at, int flip, int[] mask, int from, int to) {
        int max = Integer.MIN_VALUE;
        for (int i = from; i < to; i++) {
            max = Math.max(max, mask[i] != 0 ? values[at + i] ^ flip : Integer.MIN_VALUE);
        }
        return max ^ flip;
    }

    public static void totalWhere(
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

    public static void totalsWhere(
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

    public static int extremeWhere(
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

    public static void groupOrNone(int[] groups, int at, int[] mask, int[] into, int from, int to) {
        for (int i = from; i < to; i++) {
            into[i] = groups[at + i] | ~mask[i];
        }
    }

    public static void countGroups(int[] groups, int at, int first, long[] counts, int from, int to) {
        final int end = Math.min(counts.length, first + Primitives.GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[at + i];
            if (group >= first && group < end) {
                counts[group]++;
            }
        }
    }

    public static void sumGroups(
            int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int from, int to) {
        final int end = Math.min(sums.length, first + Primitives.GROUPS_AT_ONCE);
        for (int i = from; i < to; i++) {
            final int group = groups[atGroups + i];
            if (group >= first && group < end) {
                sums[group] += values[at + i];
            }
        }
    }

    public static void groupWhere(
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

    public static void totalGroups(
            int[] groups,
            int atGroups,
            int first,
            int[] a,
            int atA,
            int[] b,
            int atB,
            long[] totals,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            final int group = groups[atGroups + i] - first;
            if (group >= 0 && group < Primitives.TOTALLED_AT_ONCE) {
                totals[Primitives.TOTALS_OF_A_GROUP * group]++;
                totals[Primitives.TOTALS_OF_A_GROUP * group + 1] += a[atA + i];
                totals[Primitives.TOTALS_OF_A_GROUP * group + 2] += b[atB + i];
            }
        }
    }
}
