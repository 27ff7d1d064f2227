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
     * longer inlines the last ones and boxes their operands: a scan is three times slower. For the same reason, sums go
     * through an array to their totals, which takes fewer operations than adding lanes up.
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
                final VectorMask<Integer> counts = valueA.compare(VectorOperators.GT, thresholdA)
                        .and(valueB.compare(VectorOperators.GT, thresholdB));
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
            if ((bitsA.reduceLanes(VectorOperators.OR) & LARGE_BITS) != 0 || !isSmall(bitsB)) {
                return from; // in the first loop, because every loop sees the same values
            }
            rowsAndA0.intoArray(lanes, 0);
            sumB0.intoArray(lanes, LANES.length());
            addPacked(totals, first, lanes);
            rowsAndA1.intoArray(lanes, 0);
            sumB1.intoArray(lanes, LANES.length());
            addPacked(totals, first + 1, lanes);
            rowsAndA2.intoArray(lanes, 0);
            sumB2.intoArray(lanes, LANES.length());
            addPacked(totals, first + 2, lanes);
        }
        return end;
    }

    private static void addPacked(PairTotals totals, int group, int[] lanes) {
        long rows = 0;
        long sumA = 0;
        long sumB = 0;
        for (int lane = 0; lane < LANES.length(); lane++) {
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
            IntVector bits = IntVector.zero(LANES);
            IntVector count0 = IntVector.zero(LANES);
            IntVector count1 = IntVector.zero(LANES);
            IntVector count2 = IntVector.zero(LANES);
            IntVector sumA0 = IntVector.zero(LANES);
            IntVector sumA1 = IntVector.zero(LANES);
            IntVector sumA2 = IntVector.zero(LANES);
            IntVector sumB0 = IntVector.zero(LANES);
            IntVector sumB1 = IntVector.zero(LANES);
            IntVector sumB2 = IntVector.zero(LANES);
            for (int i = from; i < end; i += LANES.length()) {
                final IntVector valueA = load(a, i);
                final IntVector valueB = load(b, i);
                final VectorMask<Integer> counts = load(x, i)
                        .compare(VectorOperators.EQ, codeX)
                        .and(load(y, i).compare(VectorOperators.EQ, codeY));
                final IntVector group = IntVector.zero(LANES).blend(load(groups, i), counts);
                bits = bits.or(valueA).or(valueB);
                final VectorMask<Integer> in0 = group.compare(VectorOperators.EQ, first);
                count0 = count0.add(1, in0);
                sumA0 = sumA0.add(valueA, in0);
                sumB0 = sumB0.add(valueB, in0);
                final VectorMask<Integer> in1 = group.compare(VectorOperators.EQ, first + 1);
                count1 = count1.add(1, in1);
                sumA1 = sumA1.add(valueA, in1);
                sumB1 = sumB1.add(valueB, in1);
                final VectorMask<Integer> in2 = group.compare(VectorOperators.EQ, first + 2);
                count2 = count2.add(1, in2);
                sumA2 = sumA2.add(valueA, in2);
                sumB2 = sumB2.add(valueB, in2);
            }
            if (!isSmall(bits)) {
                return from; // in the first loop, because every loop sees the same values
            }
            count0.intoArray(lanes, 0);
            sumA0.intoArray(lanes, LANES.length());
            sumB0.intoArray(lanes, 2 * LANES.length());
            add(totals, first, lanes);
            count1.intoArray(lanes, 0);
            sumA1.intoArray(lanes, LANES.length());
            sumB1.intoArray(lanes, 2 * LANES.length());
            add(totals, first + 1, lanes);
            count2.intoArray(lanes, 0);
            sumA2.intoArray(lanes, LANES.length());
            sumB2.intoArray(lanes, 2 * LANES.length());
            add(totals, first + 2, lanes);
        }
        return end;
    }

    private static void add(PairTotals totals, int group, int[] lanes) {
        long rows = 0;
        long sumA = 0;
        long sumB = 0;
        for (int lane = 0; lane < LANES.length(); lane++) {
            rows += lanes[lane];
            sumA += lanes[LANES.length() + lane];
            sumB += lanes[2 * LANES.length() + lane];
        }
        totals.add(group, rows, sumA, sumB);
    }
}
