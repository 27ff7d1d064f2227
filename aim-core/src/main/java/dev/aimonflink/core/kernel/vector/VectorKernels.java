package dev.aimonflink.core.kernel.vector;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels with as many int lanes as the machine has. Each has a main loop over whole vectors and leaves the tail to
 * its scalar twin.
 *
 * <p>Sums of ints need 64 bits, and mixing lane widths costs more than it brings. So a sum stays in int lanes. That is
 * right if all values are small, which nearly all are: the loop collects their bits on the way, and if it turns out that
 * one was not, sums again, now the two 16-bit halves of each value apart. Over {@link Kernels#MAX_ROWS} rows neither way
 * can overflow.
 *
 * <p>Long values, which are rare, are left to the twin altogether.
 */
public final class VectorKernels implements Kernels {
    private static final VectorSpecies<Integer> LANES = IntVector.SPECIES_PREFERRED;
    private static final int LOW_HALF = 0xFFFF;
    private static final int HALF_BITS = 16;

    /** What small values do not have: as many of them as a lane sees fit 31 bits. 8 million with 16 lanes. */
    private static final int LARGE_BITS = Integer.MIN_VALUE / (MAX_ROWS / LANES.length());

    /** How many groups one loop sums; their sums stay in registers. */
    private static final int GROUPS_AT_ONCE = 6;

    /** Beyond this a loop that scatters is faster than several that mask. */
    private static final int MAX_MASKED_GROUPS = 12;

    @Override
    public String name() {
        return "vector-" + LANES.vectorBitSize();
    }

    @Override
    public int countWhereGreater(int[] filter, int threshold, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector counts = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            counts = counts.add(1, load(filter, i).compare(VectorOperators.GT, threshold));
        }
        return counts.reduceLanes(VectorOperators.ADD) + ScalarKernels.countWhereGreater(filter, threshold, end, rows);
    }

    @Override
    public long sumWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector sum = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final IntVector value = load(values, i);
            sum = sum.add(value, load(filter, i).compare(VectorOperators.GT, threshold));
            bits = bits.or(value);
        }
        final long head = isSmall(bits) ? total(sum) : sumWhereGreaterByHalves(values, filter, threshold, end);
        return head + ScalarKernels.sumWhereGreater(values, filter, threshold, end, rows);
    }

    private static long sumWhereGreaterByHalves(int[] values, int[] filter, int threshold, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> counts = load(filter, i).compare(VectorOperators.GT, threshold);
            low = low.add(lowHalf(load(values, i)), counts);
            high = high.add(highHalf(load(values, i)), counts);
        }
        return total(low, high);
    }

    @Override
    public int maxWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> greater = load(filter, i).compare(VectorOperators.GT, threshold);
            max = max.lanewise(VectorOperators.MAX, load(values, i), greater);
        }
        return Math.max(
                max.reduceLanes(VectorOperators.MAX),
                ScalarKernels.maxWhereGreater(values, filter, threshold, end, rows));
    }

    @Override
    public long maxWhereGreater(long[] values, int[] filter, int threshold, int rows) {
        return ScalarKernels.maxWhereGreater(values, filter, threshold, 0, rows);
    }

    @Override
    public int max(int[] values, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = 0; i < end; i += LANES.length()) {
            max = max.max(load(values, i));
        }
        return Math.max(max.reduceLanes(VectorOperators.MAX), ScalarKernels.max(values, end, rows));
    }

    @Override
    public long max(long[] values, int rows) {
        return ScalarKernels.max(values, 0, rows);
    }

    @Override
    public int minWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector min = IntVector.broadcast(LANES, Integer.MAX_VALUE);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> atMost = load(filter, i).compare(VectorOperators.LE, limit);
            min = min.lanewise(VectorOperators.MIN, load(values, i), atMost);
        }
        return Math.min(
                min.reduceLanes(VectorOperators.MIN), ScalarKernels.minWhereAtMost(values, filter, limit, end, rows));
    }

    @Override
    public int maxWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> atMost = load(filter, i).compare(VectorOperators.LE, limit);
            max = max.lanewise(VectorOperators.MAX, load(values, i), atMost);
        }
        return Math.max(
                max.reduceLanes(VectorOperators.MAX), ScalarKernels.maxWhereAtMost(values, filter, limit, end, rows));
    }

    @Override
    public int maxWhereEqual(int[] values, int[] codes, int code, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> equal = load(codes, i).compare(VectorOperators.EQ, code);
            max = max.lanewise(VectorOperators.MAX, load(values, i), equal);
        }
        return Math.max(
                max.reduceLanes(VectorOperators.MAX), ScalarKernels.maxWhereEqual(values, codes, code, end, rows));
    }

    @Override
    public long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows) {
        final int end = LANES.loopBound(rows);
        long lowest = Long.MAX_VALUE;
        for (int i = 0; i < end; i += LANES.length()) {
            // Hardly any row has the value: the twin looks at the few vectors that have one.
            if (load(values, i).compare(VectorOperators.EQ, value).anyTrue()) {
                lowest = Math.min(
                        lowest,
                        ScalarKernels.lowestIdWhereEqual(values, value, codes, code, ids, i, i + LANES.length()));
            }
        }
        return Math.min(lowest, ScalarKernels.lowestIdWhereEqual(values, value, codes, code, ids, end, rows));
    }

    @Override
    public long sumWhereEqual(int[] values, int[] codes, int code, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector sum = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final IntVector value = load(values, i);
            sum = sum.add(value, load(codes, i).compare(VectorOperators.EQ, code));
            bits = bits.or(value);
        }
        final long head = isSmall(bits) ? total(sum) : sumWhereEqualByHalves(values, codes, code, end);
        return head + ScalarKernels.sumWhereEqual(values, codes, code, end, rows);
    }

    private static long sumWhereEqualByHalves(int[] values, int[] codes, int code, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> counts = load(codes, i).compare(VectorOperators.EQ, code);
            low = low.add(lowHalf(load(values, i)), counts);
            high = high.add(highHalf(load(values, i)), counts);
        }
        return total(low, high);
    }

    @Override
    public long sumWhereEqual(long[] values, int[] codes, int code, int rows) {
        return ScalarKernels.sumWhereEqual(values, codes, code, 0, rows);
    }

    @Override
    public boolean selectWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, int[] selection, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector any = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> selected = load(a, i)
                    .compare(VectorOperators.GT, thresholdA)
                    .and(load(b, i).compare(VectorOperators.GT, thresholdB));
            final IntVector group = IntVector.zero(LANES).blend(load(groups, i), selected);
            group.intoArray(selection, i);
            any = any.or(group);
        }
        return any.reduceLanes(VectorOperators.OR) != 0
                | ScalarKernels.selectWhereGreater(groups, a, thresholdA, b, thresholdB, selection, end, rows);
    }

    @Override
    public boolean selectWhereEqual(int[] groups, int[] a, int codeA, int[] b, int codeB, int[] selection, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector any = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> selected =
                    load(a, i).compare(VectorOperators.EQ, codeA).and(load(b, i).compare(VectorOperators.EQ, codeB));
            final IntVector group = IntVector.zero(LANES).blend(load(groups, i), selected);
            group.intoArray(selection, i);
            any = any.or(group);
        }
        return any.reduceLanes(VectorOperators.OR) != 0
                | ScalarKernels.selectWhereEqual(groups, a, codeA, b, codeB, selection, end, rows);
    }

    @Override
    public void countByGroup(int[] selection, int groups, long[] totals, int rows) {
        if (groups > MAX_MASKED_GROUPS) {
            ScalarKernels.countByGroup(selection, totals, 0, rows);
            return;
        }
        final int end = LANES.loopBound(rows);
        for (int first = 1; first <= groups; first += GROUPS_AT_ONCE) {
            IntVector count0 = IntVector.zero(LANES);
            IntVector count1 = IntVector.zero(LANES);
            IntVector count2 = IntVector.zero(LANES);
            IntVector count3 = IntVector.zero(LANES);
            IntVector count4 = IntVector.zero(LANES);
            IntVector count5 = IntVector.zero(LANES);
            for (int i = 0; i < end; i += LANES.length()) {
                final IntVector group = load(selection, i);
                count0 = count0.add(1, group.compare(VectorOperators.EQ, first));
                count1 = count1.add(1, group.compare(VectorOperators.EQ, first + 1));
                count2 = count2.add(1, group.compare(VectorOperators.EQ, first + 2));
                count3 = count3.add(1, group.compare(VectorOperators.EQ, first + 3));
                count4 = count4.add(1, group.compare(VectorOperators.EQ, first + 4));
                count5 = count5.add(1, group.compare(VectorOperators.EQ, first + 5));
            }
            addTo(
                    totals,
                    first,
                    groups,
                    total(count0),
                    total(count1),
                    total(count2),
                    total(count3),
                    total(count4),
                    total(count5));
        }
        ScalarKernels.countByGroup(selection, totals, end, rows);
    }

    @Override
    public void sumByGroup(int[] values, int[] selection, int groups, long[] totals, int rows) {
        final int end = LANES.loopBound(rows);
        if (groups > MAX_MASKED_GROUPS || !isSmall(values, end)) {
            ScalarKernels.sumByGroup(values, selection, totals, 0, rows);
            return;
        }
        for (int first = 1; first <= groups; first += GROUPS_AT_ONCE) {
            IntVector sum0 = IntVector.zero(LANES);
            IntVector sum1 = IntVector.zero(LANES);
            IntVector sum2 = IntVector.zero(LANES);
            IntVector sum3 = IntVector.zero(LANES);
            IntVector sum4 = IntVector.zero(LANES);
            IntVector sum5 = IntVector.zero(LANES);
            for (int i = 0; i < end; i += LANES.length()) {
                final IntVector value = load(values, i);
                final IntVector group = load(selection, i);
                sum0 = sum0.add(value, group.compare(VectorOperators.EQ, first));
                sum1 = sum1.add(value, group.compare(VectorOperators.EQ, first + 1));
                sum2 = sum2.add(value, group.compare(VectorOperators.EQ, first + 2));
                sum3 = sum3.add(value, group.compare(VectorOperators.EQ, first + 3));
                sum4 = sum4.add(value, group.compare(VectorOperators.EQ, first + 4));
                sum5 = sum5.add(value, group.compare(VectorOperators.EQ, first + 5));
            }
            addTo(totals, first, groups, total(sum0), total(sum1), total(sum2), total(sum3), total(sum4), total(sum5));
        }
        ScalarKernels.sumByGroup(values, selection, totals, end, rows);
    }

    private static boolean isSmall(int[] values, int end) {
        IntVector bits = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            bits = bits.or(load(values, i));
        }
        return isSmall(bits);
    }

    /** Adds the sums of one loop's groups, of which the last may be beyond the groups that there are. */
    private static void addTo(
            long[] totals, int first, int groups, long sum0, long sum1, long sum2, long sum3, long sum4, long sum5) {
        totals[first] += sum0;
        if (first < groups) {
            totals[first + 1] += sum1;
        }
        if (first + 1 < groups) {
            totals[first + 2] += sum2;
        }
        if (first + 2 < groups) {
            totals[first + 3] += sum3;
        }
        if (first + 3 < groups) {
            totals[first + 4] += sum4;
        }
        if (first + 4 < groups) {
            totals[first + 5] += sum5;
        }
    }

    private static IntVector load(int[] cells, int at) {
        return IntVector.fromArray(LANES, cells, at);
    }

    private static IntVector lowHalf(IntVector value) {
        return value.and(LOW_HALF);
    }

    private static IntVector highHalf(IntVector value) {
        return value.lanewise(VectorOperators.ASHR, HALF_BITS);
    }

    /** Whether no value had a bit that small ones lack; a negative one has. */
    private static boolean isSmall(IntVector bits) {
        return (bits.reduceLanes(VectorOperators.OR) & LARGE_BITS) == 0;
    }

    /** The sum over the lanes, which may need more than 32 bits. */
    private static long total(IntVector sum) {
        return total(lowHalf(sum), highHalf(sum));
    }

    private static long total(IntVector low, IntVector high) {
        return ((long) high.reduceLanes(VectorOperators.ADD) << HALF_BITS) + low.reduceLanes(VectorOperators.ADD);
    }
}
