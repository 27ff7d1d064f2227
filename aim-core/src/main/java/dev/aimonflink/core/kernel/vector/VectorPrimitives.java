package dev.aimonflink.core.kernel.vector;

import dev.aimonflink.core.kernel.Kernel;
import dev.aimonflink.core.kernel.Primitives;
import java.util.function.Predicate;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

import static dev.aimonflink.core.kernel.vector.IntLanes.LANES;
import static dev.aimonflink.core.kernel.vector.IntLanes.addLanes;
import static dev.aimonflink.core.kernel.vector.IntLanes.highHalf;
import static dev.aimonflink.core.kernel.vector.IntLanes.lowHalf;
import static dev.aimonflink.core.kernel.vector.IntLanes.total;

/**
 * Primitives with as many int lanes as the machine has. Each has a main loop over whole vectors and leaves the tail to its scalar
 * twin.
 *
 * <p>A value is between two others if it stays the same when it is limited by both: one comparison instead of two.
 *
 * <p>As in {@link VectorKernels}, a sum stays in int lanes while the collected bits of its values say that they are small, and is
 * computed by 16-bit halves if they are not.
 */
public abstract class VectorPrimitives implements Primitives {
    private static final IntVector NONE = IntVector.zero(LANES);

    /** The bits that small values do not have: as many of them as a lane adds fit 31 bits. */
    private static final int LARGE_BITS = Integer.MIN_VALUE / (Primitives.MAX_ROWS / LANES.length());

    private final Predicate<Kernel> isVector;

    VectorPrimitives(Predicate<Kernel> isVector) {
        this.isVector = isVector;
    }

    @Override
    public int lanes() {
        return isVector.test(Kernel.SUM_GROUPS) ? LANES.length() : 1;
    }

    /** Where the whole vectors of a loop end, if it is run by these: otherwise there are none, and all is left to the scalar twin. */
    final int end(Kernel loop, int from, int to) {
        return isVector.test(loop) ? from + LANES.loopBound(to - from) : from;
    }

    @Override
    public void between(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        final int end = end(Kernel.BETWEEN, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i);
            NONE.blend(-1, value.max(low).min(high).compare(VectorOperators.EQ, value))
                    .intoArray(mask, i);
        }
        Primitives.super.between(values, at, low, high, mask, end, to);
    }

    @Override
    public void andBetween(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        final int end = end(Kernel.AND_BETWEEN, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i);
            NONE.blend(
                            IntVector.fromArray(LANES, mask, i),
                            value.max(low).min(high).compare(VectorOperators.EQ, value))
                    .intoArray(mask, i);
        }
        Primitives.super.andBetween(values, at, low, high, mask, end, to);
    }

    @Override
    public void betweenBoth(
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
        final int end = end(Kernel.BETWEEN_BOTH, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = IntVector.fromArray(LANES, a, atA + i);
            final IntVector valueB = IntVector.fromArray(LANES, b, atB + i);
            NONE.blend(-1, valueA.max(lowA).min(highA).compare(VectorOperators.EQ, valueA))
                    .and(NONE.blend(-1, valueB.max(lowB).min(highB).compare(VectorOperators.EQ, valueB)))
                    .intoArray(mask, i);
        }
        Primitives.super.betweenBoth(a, atA, lowA, highA, b, atB, lowB, highB, mask, end, to);
    }

    @Override
    public void outside(int[] values, int at, int low, int high, int[] mask, int from, int to) {
        final int end = end(Kernel.OUTSIDE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i);
            NONE.blend(-1, value.max(low).min(high).compare(VectorOperators.NE, value))
                    .intoArray(mask, i);
        }
        Primitives.super.outside(values, at, low, high, mask, end, to);
    }

    @Override
    public void less(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        final int end = end(Kernel.LESS, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(
                            -1,
                            IntVector.fromArray(LANES, a, atA + i)
                                    .compare(VectorOperators.LT, IntVector.fromArray(LANES, b, atB + i)))
                    .intoArray(mask, i);
        }
        Primitives.super.less(a, atA, b, atB, mask, end, to);
    }

    @Override
    public void equal(int[] a, int atA, int[] b, int atB, int[] mask, int from, int to) {
        final int end = end(Kernel.EQUAL, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            NONE.blend(
                            -1,
                            IntVector.fromArray(LANES, a, atA + i)
                                    .compare(VectorOperators.EQ, IntVector.fromArray(LANES, b, atB + i)))
                    .intoArray(mask, i);
        }
        Primitives.super.equal(a, atA, b, atB, mask, end, to);
    }

    @Override
    public int count(int[] mask, int from, int to) {
        final int end = end(Kernel.COUNT, from, to);
        IntVector count = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            count = count.sub(IntVector.fromArray(LANES, mask, i));
        }
        return count.reduceLanes(VectorOperators.ADD) + Primitives.super.count(mask, end, to);
    }

    @Override
    public long sum(int[] values, int at, int[] mask, int from, int to) {
        final int end = end(Kernel.SUM, from, to);
        IntVector sum = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i).and(IntVector.fromArray(LANES, mask, i));
            sum = sum.add(value);
            bits = bits.or(value);
        }
        return (isSmall(bits) ? total(sum) : sumByHalves(values, at, mask, from, end))
                + Primitives.super.sum(values, at, mask, end, to);
    }

    private static long sumByHalves(int[] values, int at, int[] mask, int from, int end) {
        IntVector low = IntVector.zero(LANES);
        IntVector high = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i).and(IntVector.fromArray(LANES, mask, i));
            low = low.add(lowHalf(value));
            high = high.add(highHalf(value));
        }
        return total(low, high);
    }

    @Override
    public int extreme(int[] values, int at, int flip, int[] mask, int from, int to) {
        final int end = end(Kernel.EXTREME, from, to);
        // A lane of 0 makes the smallest value of any.
        final IntVector smallest = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        final IntVector flips = IntVector.broadcast(LANES, flip ^ Integer.MIN_VALUE);
        IntVector max = smallest;
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector flipped = IntVector.fromArray(LANES, values, at + i).lanewise(VectorOperators.XOR, flips);
            max = max.max(flipped.and(IntVector.fromArray(LANES, mask, i)).lanewise(VectorOperators.XOR, smallest));
        }
        final int ofTail = Primitives.super.extreme(values, at, flip, mask, end, to) ^ flip;
        return Math.max(max.reduceLanes(VectorOperators.MAX), ofTail) ^ flip;
    }

    @Override
    public void totalWhere(
            int[] values, int at, int[] filter, int atFilter, int low, int high, long[] countAndSum, int from, int to) {
        final int end = end(Kernel.TOTAL_WHERE, from, to);
        IntVector sum = IntVector.zero(LANES);
        IntVector count = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector tested = IntVector.fromArray(LANES, filter, atFilter + i);
            final IntVector lane = NONE.blend(-1, tested.max(low).min(high).compare(VectorOperators.EQ, tested));
            final IntVector value = IntVector.fromArray(LANES, values, at + i).and(lane);
            sum = sum.add(value);
            count = count.sub(lane);
            bits = bits.or(value);
        }
        if (end > from && isSmall(bits)) {
            countAndSum[0] += count.reduceLanes(VectorOperators.ADD);
            countAndSum[1] += total(sum);
            Primitives.super.totalWhere(values, at, filter, atFilter, low, high, countAndSum, end, to);
        } else {
            Primitives.super.totalWhere(values, at, filter, atFilter, low, high, countAndSum, from, to);
        }
    }

    @Override
    public void totalsWhere(
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
        final int end = end(Kernel.TOTALS_WHERE, from, to);
        IntVector sumA = IntVector.zero(LANES);
        IntVector sumB = IntVector.zero(LANES);
        IntVector count = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector tested = IntVector.fromArray(LANES, filter, atFilter + i);
            final IntVector lane = NONE.blend(-1, tested.max(low).min(high).compare(VectorOperators.EQ, tested));
            final IntVector valueA = IntVector.fromArray(LANES, a, atA + i).and(lane);
            final IntVector valueB = IntVector.fromArray(LANES, b, atB + i).and(lane);
            sumA = sumA.add(valueA);
            sumB = sumB.add(valueB);
            count = count.sub(lane);
            bits = bits.or(valueA).or(valueB);
        }
        if (end > from && isSmall(bits)) {
            countAndSums[0] += count.reduceLanes(VectorOperators.ADD);
            countAndSums[1] += total(sumA);
            countAndSums[2] += total(sumB);
            Primitives.super.totalsWhere(a, atA, b, atB, filter, atFilter, low, high, countAndSums, end, to);
        } else {
            Primitives.super.totalsWhere(a, atA, b, atB, filter, atFilter, low, high, countAndSums, from, to);
        }
    }

    @Override
    public int extremeWhere(
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
        final int end = end(Kernel.EXTREME_WHERE, from, to);
        final IntVector smallest = IntVector.broadcast(LANES, Integer.MIN_VALUE);
        IntVector max = smallest;
        IntVector found = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector tested = IntVector.fromArray(LANES, filter, atFilter + i);
            final VectorMask<Integer> isIn = tested.max(low).min(high).compare(VectorOperators.EQ, tested);
            final IntVector flipped = IntVector.fromArray(LANES, values, at + i).lanewise(VectorOperators.XOR, flip);
            max = max.max(smallest.blend(flipped, isIn));
            found = found.add(1, isIn);
        }
        count[0] += found.reduceLanes(VectorOperators.ADD);
        final int ofTail =
                Primitives.super.extremeWhere(values, at, flip, filter, atFilter, low, high, count, end, to) ^ flip;
        return Math.max(max.reduceLanes(VectorOperators.MAX), ofTail) ^ flip;
    }

    @Override
    public void groupOrNone(int[] groups, int at, int[] mask, int[] into, int from, int to) {
        final int end = end(Kernel.GROUP_OR_NONE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            IntVector.fromArray(LANES, groups, at + i)
                    .or(IntVector.fromArray(LANES, mask, i).not())
                    .intoArray(into, i);
        }
        Primitives.super.groupOrNone(groups, at, mask, into, end, to);
    }

    @Override
    public void countGroups(int[] groups, int at, int first, long[] counts, int from, int to) {
        final int end = end(Kernel.COUNT_GROUPS, from, to);
        IntVector count0 = IntVector.zero(LANES);
        IntVector count1 = IntVector.zero(LANES);
        IntVector count2 = IntVector.zero(LANES);
        IntVector count3 = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector group = IntVector.fromArray(LANES, groups, at + i);
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
        Primitives.super.countGroups(groups, at, first, counts, end, to);
    }

    private static void add(long[] totals, int group, long more) {
        if (group < totals.length) {
            totals[group] += more;
        }
    }

    @Override
    public void sumGroups(int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int from, int to) {
        final int end = end(Kernel.SUM_GROUPS, from, to);
        IntVector sum0 = IntVector.zero(LANES);
        IntVector sum1 = IntVector.zero(LANES);
        IntVector sum2 = IntVector.zero(LANES);
        IntVector sum3 = IntVector.zero(LANES);
        IntVector bits = IntVector.zero(LANES);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector value = IntVector.fromArray(LANES, values, at + i);
            final IntVector group = IntVector.fromArray(LANES, groups, atGroups + i);
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
            Primitives.super.sumGroups(values, at, groups, atGroups, first, sums, end, to);
        } else {
            Primitives.super.sumGroups(values, at, groups, atGroups, first, sums, from, to);
        }
    }

    @Override
    public void groupWhere(
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
        final int end = end(Kernel.GROUP_WHERE, from, to);
        for (int i = from; i < end; i += LANES.length()) {
            final IntVector valueA = IntVector.fromArray(LANES, a, atA + i);
            final IntVector valueB = IntVector.fromArray(LANES, b, atB + i);
            IntVector.fromArray(LANES, groups, at + i)
                    .or(NONE.blend(-1, valueA.max(lowA).min(highA).compare(VectorOperators.NE, valueA)))
                    .or(NONE.blend(-1, valueB.max(lowB).min(highB).compare(VectorOperators.NE, valueB)))
                    .intoArray(into, i);
        }
        Primitives.super.groupWhere(groups, at, a, atA, lowA, highA, b, atB, lowB, highB, into, end, to);
    }

    @Override
    public void totalGroups(
            int[] groups,
            int atGroups,
            int first,
            int[] a,
            int atA,
            int[] b,
            int atB,
            long[] totals,
            int[] scratch,
            int from,
            int to) {
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
            final IntVector group = IntVector.fromArray(LANES, groups, atGroups + i);
            final IntVector valueA = IntVector.fromArray(LANES, a, atA + i);
            final IntVector valueB = IntVector.fromArray(LANES, b, atB + i);
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
        Primitives.super.totalGroups(groups, atGroups, first, a, atA, b, atB, totals, scratch, rest, to);
    }

    /** Whether all values are small and none is negative, by their collected bits. */
    private static boolean isSmall(IntVector bits) {
        return (bits.reduceLanes(VectorOperators.OR) & LARGE_BITS) == 0;
    }
}
