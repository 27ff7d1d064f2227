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
 * <p>Sums of ints need 64 bits, and mixing lane widths costs more than it brings. So a sum is kept as two sums of 16-bit
 * halves in int lanes: over {@link Kernels#MAX_ROWS} rows neither can overflow, nor can their reduction.
 *
 * <p>Long values, which are rare, are left to the twin altogether.
 */
public final class VectorKernels implements Kernels {
    private static final VectorSpecies<Integer> LANES = IntVector.SPECIES_PREFERRED;
    private static final int LOW_HALF = 0xFFFF;
    private static final int HALF_BITS = 16;

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
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> greater = load(filter, i).compare(VectorOperators.GT, threshold);
            final IntVector value = load(values, i);
            low = low.add(lowHalf(value), greater);
            high = high.add(highHalf(value), greater);
        }
        return sum(low, high) + ScalarKernels.sumWhereGreater(values, filter, threshold, end, rows);
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
    public int countWhereEqual(int[] codes, int code, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector counts = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            counts = counts.add(1, load(codes, i).compare(VectorOperators.EQ, code));
        }
        return counts.reduceLanes(VectorOperators.ADD) + ScalarKernels.countWhereEqual(codes, code, end, rows);
    }

    @Override
    public long sumWhereEqual(int[] values, int[] codes, int code, int rows) {
        final int end = LANES.loopBound(rows);
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = 0; i < end; i += LANES.length()) {
            final VectorMask<Integer> equal = load(codes, i).compare(VectorOperators.EQ, code);
            final IntVector value = load(values, i);
            low = low.add(lowHalf(value), equal);
            high = high.add(highHalf(value), equal);
        }
        return sum(low, high) + ScalarKernels.sumWhereEqual(values, codes, code, end, rows);
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

    private static IntVector load(int[] cells, int at) {
        return IntVector.fromArray(LANES, cells, at);
    }

    private static IntVector lowHalf(IntVector value) {
        return value.and(LOW_HALF);
    }

    private static IntVector highHalf(IntVector value) {
        return value.lanewise(VectorOperators.ASHR, HALF_BITS);
    }

    private static long sum(IntVector low, IntVector high) {
        return ((long) high.reduceLanes(VectorOperators.ADD) << HALF_BITS) + low.reduceLanes(VectorOperators.ADD);
    }
}
