package dev.aimonflink.core.kernel;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Runs each loop by its scalar twin, until the {@link KernelWarmUp} lets the vector twin serve. Any thread may scan meanwhile: both
 * twins give the same bits.
 */
public final class ServingKernels implements Kernels {
    private static final List<Kernel> LOOPS = List.of(Kernel.values());

    private final Kernels scalar;
    private final Kernels vector;

    /** The twin of each loop that serves. */
    private final AtomicReferenceArray<Kernels> serving = new AtomicReferenceArray<>(LOOPS.size());

    public ServingKernels(Kernels vector) {
        this(new ScalarKernels(), vector);
    }

    ServingKernels(Kernels scalar, Kernels vector) {
        this.scalar = scalar;
        this.vector = vector;
        serveScalar();
    }

    /** Lets the scalar twin of every loop serve. */
    public void serveScalar() {
        LOOPS.forEach(loop -> serve(loop, false));
    }

    void serve(Kernel loop, boolean isVector) {
        serving.set(loop.ordinal(), twin(isVector));
    }

    Kernels twin(boolean isVector) {
        return isVector ? vector : scalar;
    }

    boolean isVector(Kernel loop) {
        return of(loop) == vector;
    }

    /** The number of loops whose vector twin serves. */
    public int vectors() {
        return (int) LOOPS.stream().filter(this::isVector).count();
    }

    private Kernels of(Kernel loop) {
        return serving.get(loop.ordinal());
    }

    @Override
    public String name() {
        return vector.name();
    }

    @Override
    public void averageWhereGreater(int[] values, int[] filter, int threshold, long[] sumAndCount, int rows) {
        of(Kernel.AVERAGE_WHERE_GREATER).averageWhereGreater(values, filter, threshold, sumAndCount, rows);
    }

    @Override
    public int maxWhereGreater(int[] values, int[] filter, int threshold, int rows) {
        return of(Kernel.MAX_WHERE_GREATER).maxWhereGreater(values, filter, threshold, rows);
    }

    @Override
    public int maxWhereEqual(int[] values, int[] codes, int code, int rows) {
        return of(Kernel.MAX_WHERE_EQUAL).maxWhereEqual(values, codes, code, rows);
    }

    @Override
    public long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows) {
        return of(Kernel.LOWEST_ID_WHERE_EQUAL).lowestIdWhereEqual(values, value, codes, code, ids, rows);
    }

    @Override
    public void sumPairWhereEqual(int[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        of(Kernel.SUM_PAIR_WHERE_EQUAL).sumPairWhereEqual(a, b, codes, code, sums, rows);
    }

    @Override
    public void totalByGroupWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, PairTotals totals, int rows) {
        of(Kernel.TOTAL_BY_GROUP_WHERE_GREATER)
                .totalByGroupWhereGreater(groups, a, thresholdA, b, thresholdB, totals, rows);
    }

    @Override
    public void totalByGroupWhereEqual(
            int[] groups, int[] x, int codeX, int[] y, int codeY, int[] a, int[] b, PairTotals totals, int rows) {
        of(Kernel.TOTAL_BY_GROUP_WHERE_EQUAL).totalByGroupWhereEqual(groups, x, codeX, y, codeY, a, b, totals, rows);
    }

    @Override
    public void between(int[] values, int at, int low, int high, int[] mask, int rows) {
        of(Kernel.BETWEEN).between(values, at, low, high, mask, rows);
    }

    @Override
    public int lanes() {
        return of(Kernel.SUM_GROUPS).lanes();
    }

    @Override
    public void andBetween(int[] values, int at, int low, int high, int[] mask, int rows) {
        of(Kernel.AND_BETWEEN).andBetween(values, at, low, high, mask, rows);
    }

    @Override
    public void betweenBoth(
            int[] a, int atA, int lowA, int highA, int[] b, int atB, int lowB, int highB, int[] mask, int rows) {
        of(Kernel.BETWEEN_BOTH).betweenBoth(a, atA, lowA, highA, b, atB, lowB, highB, mask, rows);
    }

    @Override
    public void outside(int[] values, int at, int low, int high, int[] mask, int rows) {
        of(Kernel.OUTSIDE).outside(values, at, low, high, mask, rows);
    }

    @Override
    public void less(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        of(Kernel.LESS).less(a, atA, b, atB, mask, rows);
    }

    @Override
    public void equal(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        of(Kernel.EQUAL).equal(a, atA, b, atB, mask, rows);
    }

    @Override
    public int count(int[] mask, int rows) {
        return of(Kernel.COUNT).count(mask, rows);
    }

    @Override
    public long sum(int[] values, int at, int[] mask, int rows) {
        return of(Kernel.SUM).sum(values, at, mask, rows);
    }

    @Override
    public int extreme(int[] values, int at, int flip, int[] mask, int rows) {
        return of(Kernel.EXTREME).extreme(values, at, flip, mask, rows);
    }

    @Override
    public void totalWhere(
            int[] values, int at, int[] filter, int atFilter, int low, int high, long[] countAndSum, int rows) {
        of(Kernel.TOTAL_WHERE).totalWhere(values, at, filter, atFilter, low, high, countAndSum, rows);
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
            int rows) {
        of(Kernel.TOTALS_WHERE).totalsWhere(a, atA, b, atB, filter, atFilter, low, high, countAndSums, rows);
    }

    @Override
    public int extremeWhere(
            int[] values, int at, int flip, int[] filter, int atFilter, int low, int high, long[] count, int rows) {
        return of(Kernel.EXTREME_WHERE).extremeWhere(values, at, flip, filter, atFilter, low, high, count, rows);
    }

    @Override
    public void groupOrNone(int[] groups, int at, int[] mask, int[] into, int rows) {
        of(Kernel.GROUP_OR_NONE).groupOrNone(groups, at, mask, into, rows);
    }

    @Override
    public void countGroups(int[] groups, int at, int first, long[] counts, int rows) {
        of(Kernel.COUNT_GROUPS).countGroups(groups, at, first, counts, rows);
    }

    @Override
    public void sumGroups(int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int rows) {
        of(Kernel.SUM_GROUPS).sumGroups(values, at, groups, atGroups, first, sums, rows);
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
            int rows) {
        of(Kernel.GROUP_WHERE).groupWhere(groups, at, a, atA, lowA, highA, b, atB, lowB, highB, into, rows);
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
            int rows) {
        of(Kernel.TOTAL_GROUPS).totalGroups(groups, atGroups, first, a, atA, b, atB, totals, scratch, rows);
    }
}
