package dev.aimonflink.matrix.kernel.vector;

import dev.aimonflink.matrix.kernel.Kernel;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.PairTotals;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

import static dev.aimonflink.matrix.kernel.vector.IntLanes.LANES;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.highHalf;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.lowHalf;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.total;

/**
 * Kernels with as many int lanes as the machine has. Each has a main loop over whole vectors and leaves the tail to its scalar twin.
 *
 * <p>Sums of ints need 64 bits, but mixing lane widths is slower than summing twice. So a sum stays in int lanes, which is exact while all
 * values are small, as nearly all are. The loop collects the bits of the values; if one was large, a second loop sums the two 16-bit halves
 * of each value separately. Over {@link Kernels#MAX_ROWS} rows neither loop can overflow.
 *
 * <p>Long values are rare, and are left to the scalar twin.
 */
public final class VectorKernels extends VectorPrimitives implements Kernels {
    /** The bits that small values do not have. As many small values as a lane adds fit 31 bits: below 2 million with 16 lanes. */
    static final int LARGE_BITS = Integer.MIN_VALUE / (Kernels.MAX_ROWS / LANES.length());

    /** Runs all loops by vector instructions. */
    public VectorKernels() {
        this(all -> true);
    }

    private VectorKernels(Predicate<Kernel> isVector) {
        super(isVector);
    }

    @Override
    public Kernels serving(Predicate<Kernel> chosen) {
        return new VectorKernels(chosen);
    }

    @Override
    public int vectors() {
        return (int) Stream.of(Kernel.values()).filter(isVector).count();
    }

    @Override
    public String name() {
        return "vector-" + LANES.vectorBitSize();
    }

    @Override
    public void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int from, int to) {
        final int end = end(Kernel.AVERAGE_WHERE_GREATER, from, to);
        IntVector sum = IntVector.zero(LANES);
        IntVector count = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = load(values, i);
            final VectorMask<Integer> counts = load(filter, i).compare(VectorOperators.GT, threshold);
            sum = sum.add(value, counts);
            count = count.add(1, counts);
            bits = bits.or(value);
        }
        sumAndCount[0] += isSmall(bits) ? total(sum) : sumWhereGreaterByHalves(values, filter, threshold, from, end);
        sumAndCount[1] += total(count);
        Kernels.super.averageWhereGreater(values, filter, threshold, sumAndCount, end, to);
    }

    private static long sumWhereGreaterByHalves(int[] values, int[] filter, int threshold, int from, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final VectorMask<Integer> counts = load(filter, i).compare(VectorOperators.GT, threshold);
            low = low.add(lowHalf(load(values, i)), counts);
            high = high.add(highHalf(load(values, i)), counts);
        }
        return total(low, high);
    }

    @Override
    public int maxWhereGreater(int[] values, int[] filter, int threshold, int from, int to) {
        final int end = end(Kernel.MAX_WHERE_GREATER, from, to);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = from; i < end; i += LANES.length()) {
            final VectorMask<Integer> greater = load(filter, i).compare(VectorOperators.GT, threshold);
            max = max.lanewise(VectorOperators.MAX, load(values, i), greater);
        }
        return Math.max(
                max.reduceLanes(VectorOperators.MAX),
                Kernels.super.maxWhereGreater(values, filter, threshold, end, to));
    }

    @Override
    public int maxWhereEqual(int[] values, int[] codes, int code, int from, int to) {
        final int end = end(Kernel.MAX_WHERE_EQUAL, from, to);
        IntVector max = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        for (int i = from; i < end; i += LANES.length()) {
            final VectorMask<Integer> equal = load(codes, i).compare(VectorOperators.EQ, code);
            max = max.lanewise(VectorOperators.MAX, load(values, i), equal);
        }
        return Math.max(
                max.reduceLanes(VectorOperators.MAX), Kernels.super.maxWhereEqual(values, codes, code, end, to));
    }

    @Override
    public long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int from, int to) {
        final int end = end(Kernel.LOWEST_ID_WHERE_EQUAL, from, to);
        long lowest = Long.MAX_VALUE;
        for (int i = from; i < end; i += LANES.length()) {
            // Hardly any row has the value: the twin handles the few vectors that contain it.
            if (load(values, i).compare(VectorOperators.EQ, value).anyTrue()) {
                lowest = Math.min(
                        lowest,
                        Kernels.super.lowestIdWhereEqual(values, value, codes, code, ids, i, i + LANES.length()));
            }
        }
        return Math.min(lowest, Kernels.super.lowestIdWhereEqual(values, value, codes, code, ids, end, to));
    }

    @Override
    public void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int from, int to) {
        final int end = end(Kernel.SUM_PAIR_WHERE_EQUAL, from, to);
        IntVector sumA = IntVector.zero(LANES);
        IntVector sumB = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = load(a, i);
            final IntVector valueB = load(b, i);
            final VectorMask<Integer> counts = load(codes, i).compare(VectorOperators.EQ, code);
            sumA = sumA.add(valueA, counts);
            sumB = sumB.add(valueB, counts);
            bits = bits.or(valueA).or(valueB);
        }
        if (isSmall(bits)) {
            sums[0] += total(sumA);
            sums[1] += total(sumB);
        } else {
            sums[0] += sumWhereEqualByHalves(a, codes, code, from, end);
            sums[1] += sumWhereEqualByHalves(b, codes, code, from, end);
        }
        Kernels.super.sumPairWhereEqual(a, b, codes, code, sums, end, to);
    }

    private static long sumWhereEqualByHalves(int[] values, int[] codes, int code, int from, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final VectorMask<Integer> counts = load(codes, i).compare(VectorOperators.EQ, code);
            low = low.add(lowHalf(load(values, i)), counts);
            high = high.add(highHalf(load(values, i)), counts);
        }
        return total(low, high);
    }

    @Override
    public void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int from, int to) {
        final int end = end(Kernel.TOTAL_BY_GROUP_WHERE_GREATER, from, to);
        final int rest = MaskedGroups.totalWhereGreater(groups, a, thresholdA, b, thresholdB, totals, from, end);
        Kernels.super.totalByGroupWhereGreater(groups, a, thresholdA, b, thresholdB, totals, rest, to);
    }

    @Override
    public void totalByGroupWhereEqual(
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
        final int end = end(Kernel.TOTAL_BY_GROUP_WHERE_EQUAL, from, to);
        final int rest = MaskedGroups.totalWhereEqual(groups, x, codeX, y, codeY, a, b, totals, from, end);
        Kernels.super.totalByGroupWhereEqual(groups, x, codeX, y, codeY, a, b, totals, rest, to);
    }

    /** Whether all values are small and not negative, by their collected bits. */
    private static boolean isSmall(IntVector bits) {
        return (bits.reduceLanes(VectorOperators.OR) & LARGE_BITS) == 0;
    }
}
