package dev.aimonflink.matrix.kernel.vector;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Kernel;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.function.Predicate;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

import static dev.aimonflink.matrix.kernel.vector.IntLanes.LANES;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.addLanes;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.highHalf;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.lowHalf;
import static dev.aimonflink.matrix.kernel.vector.IntLanes.total;

/**
 * Primitives with as many int lanes as the machine has. Each has a main loop over whole vectors and leaves the tail to its scalar twin.
 *
 * <p>A value is in a range if limiting it changes nothing: one comparison instead of two.
 *
 * <p>As in {@link VectorKernels}, a sum stays in int lanes while the collected bits show that all values are small, and is computed by
 * 16-bit halves otherwise.
 */
public abstract class VectorPrimitives implements Primitives {
    private static final IntVector NONE = IntVector.zero(LANES);

    /** The bits that small values do not have: as many of them as a lane adds fit 31 bits. */
    private static final int LARGE_BITS = Integer.MIN_VALUE / (Primitives.MAX_ROWS / LANES.length());

    final Predicate<Kernel> isVector;

    VectorPrimitives(Predicate<Kernel> isVector) {
        this.isVector = isVector;
    }

    @Override
    public int lanes() {
        return isVector.test(Kernel.SUM_GROUPS) ? LANES.length() : 1;
    }

    /** Where a loop's whole vectors end; if vectors are not to run it, all is left to the scalar twin. */
    final int end(Kernel loop, int from, int to) {
        return isVector.test(loop) ? from + LANES.loopBound(to - from) : from;
    }

    @Override
    public void between(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        final int end = end(Kernel.BETWEEN, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(-1, isIn(range, load(values, at + i))).intoArray(mask, i);
        }
        Primitives.super.between(range, mask, end, to);
    }

    @Override
    public void andBetween(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        final int end = end(Kernel.AND_BETWEEN, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(load(mask, i), isIn(range, load(values, at + i))).intoArray(mask, i);
        }
        Primitives.super.andBetween(range, mask, end, to);
    }

    @Override
    public void betweenBoth(Between a, Between b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.cells().ints;
        final int atA = a.cells().at;
        final int[] valuesOfB = b.cells().ints;
        final int atB = b.cells().at;
        final int end = end(Kernel.BETWEEN_BOTH, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(-1, isIn(a, load(valuesOfA, atA + i)))
                    .and(NONE.blend(-1, isIn(b, load(valuesOfB, atB + i))))
                    .intoArray(mask, i);
        }
        Primitives.super.betweenBoth(a, b, mask, end, to);
    }

    @Override
    public void outside(Between range, int[] mask, int from, int to) {
        final int[] values = range.cells().ints;
        final int at = range.cells().at;
        final int end = end(Kernel.OUTSIDE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = load(values, at + i);
            NONE.blend(-1, limited(range, value).compare(VectorOperators.NE, value))
                    .intoArray(mask, i);
        }
        Primitives.super.outside(range, mask, end, to);
    }

    @Override
    public void less(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        final int end = end(Kernel.LESS, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(-1, load(valuesOfA, atA + i).compare(VectorOperators.LT, load(valuesOfB, atB + i)))
                    .intoArray(mask, i);
        }
        Primitives.super.less(a, b, mask, end, to);
    }

    @Override
    public void equal(VectorCells a, VectorCells b, int[] mask, int from, int to) {
        final int[] valuesOfA = a.ints;
        final int atA = a.at;
        final int[] valuesOfB = b.ints;
        final int atB = b.at;
        final int end = end(Kernel.EQUAL, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(-1, load(valuesOfA, atA + i).compare(VectorOperators.EQ, load(valuesOfB, atB + i)))
                    .intoArray(mask, i);
        }
        Primitives.super.equal(a, b, mask, end, to);
    }

    @Override
    public int count(int[] mask, int from, int to) {
        final int end = end(Kernel.COUNT, from, to);
        IntVector count = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            count = count.sub(load(mask, i));
        }
        return count.reduceLanes(VectorOperators.ADD) + Primitives.super.count(mask, end, to);
    }

    @Override
    public long sum(VectorCells values, int[] mask, int from, int to) {
        final int end = end(Kernel.SUM, from, to);
        IntVector sum = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = load(values, i).and(load(mask, i));
            sum = sum.add(value);
            bits = bits.or(value);
        }
        return (isSmall(bits) ? total(sum) : sumByHalves(values, mask, from, end))
                + Primitives.super.sum(values, mask, end, to);
    }

    private static long sumByHalves(VectorCells values, int[] mask, int from, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = load(values, i).and(load(mask, i));
            low = low.add(lowHalf(value));
            high = high.add(highHalf(value));
        }
        return total(low, high);
    }

    @Override
    public int extreme(VectorCells values, int flip, int[] mask, int from, int to) {
        final int end = end(Kernel.EXTREME, from, to);
        // A lane of 0 makes any value the smallest.
        final IntVector smallest = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        final IntVector flips = IntVector.broadcast(LANES, flip ^ Integer.MIN_VALUE);
        IntVector max = smallest;
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector flipped = load(values, i).lanewise(VectorOperators.XOR, flips);
            max = max.max(flipped.and(load(mask, i)).lanewise(VectorOperators.XOR, smallest));
        }
        final int ofTail = Primitives.super.extreme(values, flip, mask, end, to) ^ flip;
        return Math.max(max.reduceLanes(VectorOperators.MAX), ofTail) ^ flip;
    }

    @Override
    public void totalWhere(VectorCells values, Between filter, long[] countAndSum, int from, int to) {
        final int end = end(Kernel.TOTAL_WHERE, from, to);
        IntVector sum = IntVector.zero(LANES);
        IntVector count = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector lane = NONE.blend(-1, isIn(filter, load(filter.cells(), i)));
            final IntVector value = load(values, i).and(lane);
            sum = sum.add(value);
            count = count.sub(lane);
            bits = bits.or(value);
        }
        if (end > from && isSmall(bits)) {
            countAndSum[0] += count.reduceLanes(VectorOperators.ADD);
            countAndSum[1] += total(sum);
            Primitives.super.totalWhere(values, filter, countAndSum, end, to);
        } else {
            Primitives.super.totalWhere(values, filter, countAndSum, from, to);
        }
    }

    @Override
    public void totalsWhere(VectorCells a, VectorCells b, Between filter, long[] countAndSums, int from, int to) {
        final int end = end(Kernel.TOTALS_WHERE, from, to);
        IntVector sumA = IntVector.zero(LANES);
        IntVector sumB = IntVector.zero(LANES);
        IntVector count = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector lane = NONE.blend(-1, isIn(filter, load(filter.cells(), i)));
            final IntVector valueA = load(a, i).and(lane);
            final IntVector valueB = load(b, i).and(lane);
            sumA = sumA.add(valueA);
            sumB = sumB.add(valueB);
            count = count.sub(lane);
            bits = bits.or(valueA).or(valueB);
        }
        if (end > from && isSmall(bits)) {
            countAndSums[0] += count.reduceLanes(VectorOperators.ADD);
            countAndSums[1] += total(sumA);
            countAndSums[2] += total(sumB);
            Primitives.super.totalsWhere(a, b, filter, countAndSums, end, to);
        } else {
            Primitives.super.totalsWhere(a, b, filter, countAndSums, from, to);
        }
    }

    @Override
    public int extremeWhere(VectorCells values, int flip, Between filter, long[] count, int from, int to) {
        final int end = end(Kernel.EXTREME_WHERE, from, to);
        final IntVector smallest = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        IntVector max = smallest;
        IntVector found = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final VectorMask<Integer> isIn = isIn(filter, load(filter.cells(), i));
            final IntVector flipped = load(values, i).lanewise(VectorOperators.XOR, flip);
            max = max.max(smallest.blend(flipped, isIn));
            found = found.add(1, isIn);
        }
        count[0] += found.reduceLanes(VectorOperators.ADD);
        final int ofTail = Primitives.super.extremeWhere(values, flip, filter, count, end, to) ^ flip;
        return Math.max(max.reduceLanes(VectorOperators.MAX), ofTail) ^ flip;
    }

    @Override
    public void groupOrNone(int[] groups, int at, int[] mask, int[] into, int from, int to) {
        final int end = end(Kernel.GROUP_OR_NONE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            load(groups, at + i).or(load(mask, i).not()).intoArray(into, i);
        }
        Primitives.super.groupOrNone(groups, at, mask, into, end, to);
    }

    @Override
    public void countGroups(int[] groups, int first, long[] counts, int from, int to) {
        final int end = end(Kernel.COUNT_GROUPS, from, to);
        IntVector count0 = IntVector.zero(LANES);
        IntVector count1 = IntVector.zero(LANES);
        IntVector count2 = IntVector.zero(LANES);
        IntVector count3 = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector group = load(groups, i);
            count0 = count0.add(1, group.compare(VectorOperators.EQ, first));
            count1 = count1.add(1, group.compare(VectorOperators.EQ, first + 1));
            count2 = count2.add(1, group.compare(VectorOperators.EQ, first + 2));
            count3 = count3.add(1, group.compare(VectorOperators.EQ, first + 3));
        }
        if (end > from) {
            add(counts, first, count0.reduceLanes(VectorOperators.ADD));
            add(counts, first + 1, count1.reduceLanes(VectorOperators.ADD));
            add(counts, first + 2, count2.reduceLanes(VectorOperators.ADD));
            add(counts, first + 3, count3.reduceLanes(VectorOperators.ADD));
        }
        Primitives.super.countGroups(groups, first, counts, end, to);
    }

    private static void add(long[] totals, int group, long more) {
        if (group < totals.length) {
            totals[group] += more;
        }
    }

    @Override
    public void sumGroups(VectorCells values, int[] groups, int first, long[] sums, int from, int to) {
        final int end = end(Kernel.SUM_GROUPS, from, to);
        IntVector sum0 = IntVector.zero(LANES);
        IntVector sum1 = IntVector.zero(LANES);
        IntVector sum2 = IntVector.zero(LANES);
        IntVector sum3 = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = load(values, i);
            final IntVector group = load(groups, i);
            sum0 = sum0.add(value, group.compare(VectorOperators.EQ, first));
            sum1 = sum1.add(value, group.compare(VectorOperators.EQ, first + 1));
            sum2 = sum2.add(value, group.compare(VectorOperators.EQ, first + 2));
            sum3 = sum3.add(value, group.compare(VectorOperators.EQ, first + 3));
            bits = bits.or(value);
        }
        if (end > from && isSmall(bits)) {
            add(sums, first, total(sum0));
            add(sums, first + 1, total(sum1));
            add(sums, first + 2, total(sum2));
            add(sums, first + 3, total(sum3));
            Primitives.super.sumGroups(values, groups, first, sums, end, to);
        } else {
            Primitives.super.sumGroups(values, groups, first, sums, from, to);
        }
    }

    @Override
    public void groupWhere(VectorCells groups, Between a, Between b, int[] into, int from, int to) {
        final int[] groupOf = groups.ints;
        final int at = groups.at;
        final int[] valuesOfA = a.cells().ints;
        final int atA = a.cells().at;
        final int[] valuesOfB = b.cells().ints;
        final int atB = b.cells().at;
        final int end = end(Kernel.GROUP_WHERE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = load(valuesOfA, atA + i);
            final IntVector valueB = load(valuesOfB, atB + i);
            load(groupOf, at + i)
                    .or(NONE.blend(-1, limited(a, valueA).compare(VectorOperators.NE, valueA)))
                    .or(NONE.blend(-1, limited(b, valueB).compare(VectorOperators.NE, valueB)))
                    .intoArray(into, i);
        }
        Primitives.super.groupWhere(groups, a, b, into, end, to);
    }

    @Override
    public void totalGroups(
            int[] groups, int first, VectorCells a, VectorCells b, long[] totals, int[] scratch, int from, int to) {
        final int end = end(Kernel.TOTAL_GROUPS, from, to);
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
            final IntVector group = load(groups, i);
            final IntVector valueA = load(a, i);
            final IntVector valueB = load(b, i);
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
        int rest = from;
        if (end > from && isSmall(bits)) {
            rest = end;
            count0.intoArray(scratch, 0);
            sumA0.intoArray(scratch, LANES.length());
            sumB0.intoArray(scratch, 2 * LANES.length());
            addLanes(scratch, totals, 0);
            count1.intoArray(scratch, 0);
            sumA1.intoArray(scratch, LANES.length());
            sumB1.intoArray(scratch, 2 * LANES.length());
            addLanes(scratch, totals, 1);
            count2.intoArray(scratch, 0);
            sumA2.intoArray(scratch, LANES.length());
            sumB2.intoArray(scratch, 2 * LANES.length());
            addLanes(scratch, totals, 2);
        }
        Primitives.super.totalGroups(groups, first, a, b, totals, scratch, rest, to);
    }

    static IntVector load(int[] cells, int at) {
        return IntVector.fromArray(LANES, cells, at);
    }

    private static IntVector load(VectorCells cells, int row) {
        return IntVector.fromArray(LANES, cells.ints, cells.at + row);
    }

    private static VectorMask<Integer> isIn(Between range, IntVector value) {
        return limited(range, value).compare(VectorOperators.EQ, value);
    }

    private static IntVector limited(Between range, IntVector value) {
        return value.max(range.low()).min(range.high());
    }

    /** Whether all values are small and not negative, by their collected bits. */
    private static boolean isSmall(IntVector bits) {
        return (bits.reduceLanes(VectorOperators.OR) & LARGE_BITS) == 0;
    }
}
