package dev.aimonflink.matrix.kernel.vector;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.PairTotals;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

import static dev.aimonflink.matrix.kernel.vector.IntLanes.LANES;
import static dev.aimonflink.matrix.kernel.vector.VectorKernels.isSmall;
import static dev.aimonflink.matrix.kernel.vector.VectorPrimitives.load;

/**
 * Group-by for few groups: each has its sums in registers, and a mask selects the lanes that belong to it. More groups
 * than fit the registers take several loops, of which the first brings the columns into the cache.
 *
 * <p>A loop sums first and then checks, by the bits that it collected, whether the sums can have overflowed. If so, it
 * adds nothing to the totals, and its caller uses a loop that scatters.
 */
final class MaskedGroups {
    /** With more groups, one loop that scatters is faster than several that mask. */
    private static final int MAX_GROUPS = 12;

    /**
     * The groups of one loop. With more, the method has too many vector operations for the compiler, which then no
     * longer inlines the last ones and boxes their operands: a scan is three times slower. Near that limit, it does so in
     * some JVMs and not in others. Therefore a loop has a method of its own and leaves its sums in an array, which takes
     * fewer operations than adding lanes up.
     */
    private static final int GROUPS_AT_ONCE = 3;

    /** The most additions in a lane. */
    private static final int ADDITIONS = Kernels.MAX_ROWS / LANES.length();

    /** The lowest bit of the count in an unsigned lane; the bits below it are a sum. */
    private static final int COUNT_SHIFT = 31 - Integer.numberOfTrailingZeros(ADDITIONS);

    private static final int ONE_ROW = 1 << COUNT_SHIFT;

    /**
     * The bits that a value must not have, so that {@link #ADDITIONS} of them stay below the count: with eight lanes,
     * those of 512 and more.
     */
    private static final int LARGE_BITS = -(ONE_ROW / ADDITIONS);

    private MaskedGroups() {}

    /**
     * As {@link Kernels#totalByGroupWhereGreater}, for whole vectors of rows. The first values are small,
     * as counts of one entity are, so their sum and the number of rows share a register, which is a fifth faster.
     *
     * @return the first row that is not added: none is if the values are too large, or the groups too many
     */
    static int totalWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int from, int end) {
        if (totals.groups() > MAX_GROUPS || from == end) {
            return from;
        }
        final int[] lanes = totals.lanes();
        for (int first = 1; first <= totals.groups(); first += GROUPS_AT_ONCE) {
            if (!sumWhereGreater(groups, first, a, thresholdA, b, thresholdB, lanes, from, end)) {
                return from; // in the first loop, because every loop sees the same values
            }
            for (int group = 0; group < GROUPS_AT_ONCE; group++) {
                addPacked(totals, first + group, lanes, 2 * group * LANES.length());
            }
        }
        return end;
    }

    /** Leaves the sums of the groups from the first on in lanes, unless the values are too large. */
    private static boolean sumWhereGreater(
            int[] groups, int first, int[] a, int thresholdA, int[] b, int thresholdB, int[] lanes, int from, int end) {
        IntVector bitsA = IntVector.zero(LANES);
        IntVector bitsB = IntVector.zero(LANES);
        IntVector rowsAndA0 = IntVector.zero(LANES);
        IntVector rowsAndA1 = IntVector.zero(LANES);
        IntVector rowsAndA2 = IntVector.zero(LANES);
        IntVector sumB0 = IntVector.zero(LANES);
        IntVector sumB1 = IntVector.zero(LANES);
        IntVector sumB2 = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = load(a, i);
            final IntVector valueB = load(b, i);
            final VectorMask<Integer> counts =
                    valueA.compare(VectorOperators.GT, thresholdA).and(valueB.compare(VectorOperators.GT, thresholdB));
            final IntVector group = IntVector.zero(LANES).blend(load(groups, i), counts);
            final IntVector rowAndA = valueA.or(ONE_ROW);
            bitsA = bitsA.or(valueA);
            bitsB = bitsB.or(valueB);
            final VectorMask<Integer> in0 = group.compare(VectorOperators.EQ, first);
            rowsAndA0 = rowsAndA0.add(rowAndA, in0);
            sumB0 = sumB0.add(valueB, in0);
            final VectorMask<Integer> in1 = group.compare(VectorOperators.EQ, first + 1);
            rowsAndA1 = rowsAndA1.add(rowAndA, in1);
            sumB1 = sumB1.add(valueB, in1);
            final VectorMask<Integer> in2 = group.compare(VectorOperators.EQ, first + 2);
            rowsAndA2 = rowsAndA2.add(rowAndA, in2);
            sumB2 = sumB2.add(valueB, in2);
        }
        rowsAndA0.intoArray(lanes, 0);
        sumB0.intoArray(lanes, LANES.length());
        rowsAndA1.intoArray(lanes, 2 * LANES.length());
        sumB1.intoArray(lanes, 3 * LANES.length());
        rowsAndA2.intoArray(lanes, 4 * LANES.length());
        sumB2.intoArray(lanes, 5 * LANES.length());
        return (bitsA.reduceLanes(VectorOperators.OR) & LARGE_BITS) == 0 && isSmall(bitsB);
    }

    private static void addPacked(PairTotals totals, int group, int[] lanes, int offset) {
        long rows = 0;
        long sumA = 0;
        long sumB = 0;
        for (int lane = offset; lane < offset + LANES.length(); lane++) {
            rows += lanes[lane] >>> COUNT_SHIFT;
            sumA += lanes[lane] & (ONE_ROW - 1);
            sumB += lanes[LANES.length() + lane];
        }
        totals.add(group, rows, sumA, sumB);
    }

    /** As {@link Kernels#totalByGroupWhereEqual}, likewise. */
    static int totalWhereEqual(
            int[] groups,
            int[] x,
            int codeX,
            int[] y,
            int codeY,
            int[] a,
            int[] b,
            PairTotals totals,
            int from,
            int end) {
        if (totals.groups() > MAX_GROUPS || from == end) {
            return from;
        }
        final int[] lanes = totals.lanes();
        for (int first = 1; first <= totals.groups(); first += GROUPS_AT_ONCE) {
            if (!sumWhereEqual(groups, first, x, codeX, y, codeY, a, b, lanes, from, end)) {
                return from; // in the first loop, because every loop sees the same values
            }
            for (int group = 0; group < GROUPS_AT_ONCE; group++) {
                add(totals, first + group, lanes[6 * LANES.length() + group], lanes, 2 * group * LANES.length());
            }
        }
        return end;
    }

    private static boolean sumWhereEqual(
            int[] groups,
            int first,
            int[] x,
            int codeX,
            int[] y,
            int codeY,
            int[] a,
            int[] b,
            int[] lanes,
            int from,
            int end) {
        IntVector bits = IntVector.zero(LANES);
        int count0 = 0;
        int count1 = 0;
        int count2 = 0;
        IntVector sumA0 = IntVector.zero(LANES);
        IntVector sumA1 = IntVector.zero(LANES);
        IntVector sumA2 = IntVector.zero(LANES);
        IntVector sumB0 = IntVector.zero(LANES);
        IntVector sumB1 = IntVector.zero(LANES);
        IntVector sumB2 = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = load(a, i);
            final IntVector valueB = load(b, i);
            final VectorMask<Integer> counts =
                    load(x, i).compare(VectorOperators.EQ, codeX).and(load(y, i).compare(VectorOperators.EQ, codeY));
            final IntVector group = IntVector.zero(LANES).blend(load(groups, i), counts);
            bits = bits.or(valueA).or(valueB);
            final VectorMask<Integer> in0 = group.compare(VectorOperators.EQ, first);
            count0 += in0.trueCount();
            sumA0 = sumA0.add(valueA, in0);
            sumB0 = sumB0.add(valueB, in0);
            final VectorMask<Integer> in1 = group.compare(VectorOperators.EQ, first + 1);
            count1 += in1.trueCount();
            sumA1 = sumA1.add(valueA, in1);
            sumB1 = sumB1.add(valueB, in1);
            final VectorMask<Integer> in2 = group.compare(VectorOperators.EQ, first + 2);
            count2 += in2.trueCount();
            sumA2 = sumA2.add(valueA, in2);
            sumB2 = sumB2.add(valueB, in2);
        }
        sumA0.intoArray(lanes, 0);
        sumB0.intoArray(lanes, LANES.length());
        sumA1.intoArray(lanes, 2 * LANES.length());
        sumB1.intoArray(lanes, 3 * LANES.length());
        sumA2.intoArray(lanes, 4 * LANES.length());
        sumB2.intoArray(lanes, 5 * LANES.length());
        lanes[6 * LANES.length()] = count0;
        lanes[6 * LANES.length() + 1] = count1;
        lanes[6 * LANES.length() + 2] = count2;
        return isSmall(bits);
    }

    private static void add(PairTotals totals, int group, int rows, int[] lanes, int offset) {
        long sumA = 0;
        long sumB = 0;
        for (int lane = offset; lane < offset + LANES.length(); lane++) {
            sumA += lanes[lane];
            sumB += lanes[LANES.length() + lane];
        }
        totals.add(group, rows, sumA, sumB);
    }
}
