package dev.aimonflink.matrix.kernel.vector;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.PairTotals;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

import static dev.aimonflink.matrix.kernel.vector.IntLanes.LANES;
import static dev.aimonflink.matrix.kernel.vector.VectorPrimitives.load;

/**
 * Group-by for few groups: each has its sums in registers, and a comparison selects its lanes. More groups than fit the registers take
 * several loops, the first of which brings the columns into the cache.
 *
 * <p>A loop sums first and then checks, by the collected bits, whether the sums can have overflowed. If so, it adds nothing, and its caller
 * uses a scattering loop.
 */
final class MaskedGroups {
    /** With more groups, one scattering loop is faster than several masking ones. */
    private static final int MAX_GROUPS = 12;

    /**
     * The groups of one loop. With many more, the method has too many vector operations for the compiler, which then no longer inlines the
     * last ones and boxes their operands: a scan is three times slower. Near that limit, this depends on the JVM. Therefore a loop has its
     * own method and leaves its sums and bits in an array, which takes fewer operations than adding lanes up; and masks become lanes of
     * ones, because masked additions, and counts by {@code trueCount}, are far slower with AVX2 in some JVMs, and no faster with AVX-512.
     */
    private static final int GROUPS_WHERE_GREATER = 5;

    /** The same where two pairs of columns are read. */
    private static final int GROUPS_WHERE_EQUAL = 3;

    private static final int ADDITIONS = Kernels.MAX_ROWS / LANES.length();

    /** The lowest bit of the count in an unsigned lane, above a sum. */
    private static final int COUNT_SHIFT = 31 - Integer.numberOfTrailingZeros(ADDITIONS);

    private static final int ONE_ROW = 1 << COUNT_SHIFT;

    /** The bits that a value must not have, so that {@link #ADDITIONS} of them stay below the count: with eight lanes, those of 512 and more. */
    private static final int LARGE_BITS = -(ONE_ROW / ADDITIONS);

    private MaskedGroups() {}

    /**
     * As {@link Kernels#totalByGroupWhereGreater}, for whole vectors of rows. The first values are small, like counts of one entity, so
     * their sum and the number of rows share a register, which is a fifth faster.
     *
     * @return the first row not added: none is if the values are too large, or the groups too many
     */
    static int totalWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int from, int end) {
        if (totals.groups() > MAX_GROUPS || from == end) {
            return from;
        }
        final int[] lanes = totals.lanes();
        for (int first = 1; first <= totals.groups(); first += GROUPS_WHERE_GREATER) {
            sumWhereGreater(groups, first, a, thresholdA, b, thresholdB, lanes, from, end);
            if ((bitsOf(lanes, 10) & LARGE_BITS) != 0 || (bitsOf(lanes, 11) & VectorKernels.LARGE_BITS) != 0) {
                return from; // in the first loop, because every loop sees the same values
            }
            for (int group = 0; group < GROUPS_WHERE_GREATER; group++) {
                addPacked(totals, first + group, lanes, 2 * group * LANES.length());
            }
        }
        return end;
    }

    private static int bitsOf(int[] lanes, int vector) {
        int bits = 0;
        for (int lane = vector * LANES.length(); lane < (vector + 1) * LANES.length(); lane++) {
            bits |= lanes[lane];
        }
        return bits;
    }

    /** Leaves the groups' sums in lanes, and behind them the bits of all values. */
    private static void sumWhereGreater(
            int[] groups, int first, int[] a, int thresholdA, int[] b, int thresholdB, int[] lanes, int from, int end) {
        IntVector bitsA = IntVector.zero(LANES);
        IntVector bitsB = IntVector.zero(LANES);
        IntVector rowsAndA0 = IntVector.zero(LANES);
        IntVector rowsAndA1 = IntVector.zero(LANES);
        IntVector rowsAndA2 = IntVector.zero(LANES);
        IntVector rowsAndA3 = IntVector.zero(LANES);
        IntVector rowsAndA4 = IntVector.zero(LANES);
        IntVector sumB0 = IntVector.zero(LANES);
        IntVector sumB1 = IntVector.zero(LANES);
        IntVector sumB2 = IntVector.zero(LANES);
        IntVector sumB3 = IntVector.zero(LANES);
        IntVector sumB4 = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = load(a, i);
            final IntVector valueB = load(b, i);
            final VectorMask<Integer> counts =
                    valueA.compare(VectorOperators.GT, thresholdA).and(valueB.compare(VectorOperators.GT, thresholdB));
            final IntVector group = load(groups, i).and(counts.toVector());
            final IntVector rowAndA = valueA.or(ONE_ROW);
            bitsA = bitsA.or(valueA);
            bitsB = bitsB.or(valueB);
            final Vector<Integer> in0 = group.compare(VectorOperators.EQ, first).toVector();
            rowsAndA0 = rowsAndA0.add(rowAndA.and(in0));
            sumB0 = sumB0.add(valueB.and(in0));
            final Vector<Integer> in1 =
                    group.compare(VectorOperators.EQ, first + 1).toVector();
            rowsAndA1 = rowsAndA1.add(rowAndA.and(in1));
            sumB1 = sumB1.add(valueB.and(in1));
            final Vector<Integer> in2 =
                    group.compare(VectorOperators.EQ, first + 2).toVector();
            rowsAndA2 = rowsAndA2.add(rowAndA.and(in2));
            sumB2 = sumB2.add(valueB.and(in2));
            final Vector<Integer> in3 =
                    group.compare(VectorOperators.EQ, first + 3).toVector();
            rowsAndA3 = rowsAndA3.add(rowAndA.and(in3));
            sumB3 = sumB3.add(valueB.and(in3));
            final Vector<Integer> in4 =
                    group.compare(VectorOperators.EQ, first + 4).toVector();
            rowsAndA4 = rowsAndA4.add(rowAndA.and(in4));
            sumB4 = sumB4.add(valueB.and(in4));
        }
        rowsAndA0.intoArray(lanes, 0);
        sumB0.intoArray(lanes, LANES.length());
        rowsAndA1.intoArray(lanes, 2 * LANES.length());
        sumB1.intoArray(lanes, 3 * LANES.length());
        rowsAndA2.intoArray(lanes, 4 * LANES.length());
        sumB2.intoArray(lanes, 5 * LANES.length());
        rowsAndA3.intoArray(lanes, 6 * LANES.length());
        sumB3.intoArray(lanes, 7 * LANES.length());
        rowsAndA4.intoArray(lanes, 8 * LANES.length());
        sumB4.intoArray(lanes, 9 * LANES.length());
        bitsA.intoArray(lanes, 10 * LANES.length());
        bitsB.intoArray(lanes, 11 * LANES.length());
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
        for (int first = 1; first <= totals.groups(); first += GROUPS_WHERE_EQUAL) {
            sumWhereEqual(groups, first, x, codeX, y, codeY, a, b, lanes, from, end);
            if ((bitsOf(lanes, 9) & VectorKernels.LARGE_BITS) != 0) {
                return from; // in the first loop, because every loop sees the same values
            }
            for (int group = 0; group < GROUPS_WHERE_EQUAL; group++) {
                add(totals, first + group, lanes, 3 * group * LANES.length());
            }
        }
        return end;
    }

    private static void sumWhereEqual(
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
        IntVector rows0 = IntVector.zero(LANES);
        IntVector rows1 = IntVector.zero(LANES);
        IntVector rows2 = IntVector.zero(LANES);
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
            final IntVector group = load(groups, i).and(counts.toVector());
            bits = bits.or(valueA).or(valueB);
            final Vector<Integer> in0 = group.compare(VectorOperators.EQ, first).toVector();
            rows0 = rows0.sub(in0);
            sumA0 = sumA0.add(valueA.and(in0));
            sumB0 = sumB0.add(valueB.and(in0));
            final Vector<Integer> in1 =
                    group.compare(VectorOperators.EQ, first + 1).toVector();
            rows1 = rows1.sub(in1);
            sumA1 = sumA1.add(valueA.and(in1));
            sumB1 = sumB1.add(valueB.and(in1));
            final Vector<Integer> in2 =
                    group.compare(VectorOperators.EQ, first + 2).toVector();
            rows2 = rows2.sub(in2);
            sumA2 = sumA2.add(valueA.and(in2));
            sumB2 = sumB2.add(valueB.and(in2));
        }
        rows0.intoArray(lanes, 0);
        sumA0.intoArray(lanes, LANES.length());
        sumB0.intoArray(lanes, 2 * LANES.length());
        rows1.intoArray(lanes, 3 * LANES.length());
        sumA1.intoArray(lanes, 4 * LANES.length());
        sumB1.intoArray(lanes, 5 * LANES.length());
        rows2.intoArray(lanes, 6 * LANES.length());
        sumA2.intoArray(lanes, 7 * LANES.length());
        sumB2.intoArray(lanes, 8 * LANES.length());
        bits.intoArray(lanes, 9 * LANES.length());
    }

    private static void add(PairTotals totals, int group, int[] lanes, int offset) {
        long rows = 0;
        long sumA = 0;
        long sumB = 0;
        for (int lane = offset; lane < offset + LANES.length(); lane++) {
            rows += lanes[lane];
            sumA += lanes[LANES.length() + lane];
            sumB += lanes[2 * LANES.length() + lane];
        }
        totals.add(group, rows, sumA, sumB);
    }
}
