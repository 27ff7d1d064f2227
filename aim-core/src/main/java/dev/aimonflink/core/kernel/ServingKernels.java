package dev.aimonflink.core.kernel;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Runs each kernel by its scalar twin, until the {@link KernelWarmUp} lets the vector twin serve. Any thread may scan
 * meanwhile: both twins give the same bits.
 */
public final class ServingKernels implements Kernels {
    private final Kernels scalar;
    private final Kernels vector;
    private final AtomicReferenceArray<Kernels> serving = new AtomicReferenceArray<>(Kernel.values().length);

    public ServingKernels(Kernels vector) {
        this(new ScalarKernels(), vector);
    }

    ServingKernels(Kernels scalar, Kernels vector) {
        this.scalar = scalar;
        this.vector = vector;
        serveScalar();
    }

    /** Lets the scalar twin of every kernel serve. */
    public void serveScalar() {
        for (Kernel kernel : Kernel.values()) {
            serve(kernel, scalar);
        }
    }

    Kernels scalar() {
        return scalar;
    }

    Kernels vector() {
        return vector;
    }

    void serve(Kernel kernel, Kernels twin) {
        serving.set(kernel.ordinal(), twin);
    }

    boolean isVector(Kernel kernel) {
        return of(kernel) == vector;
    }

    /** The number of kernels whose vector twin serves. */
    public int vectors() {
        int vectors = 0;
        for (Kernel kernel : Kernel.values()) {
            vectors += isVector(kernel) ? 1 : 0;
        }
        return vectors;
    }

    private Kernels of(Kernel kernel) {
        return serving.get(kernel.ordinal());
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
    public long maxWhereGreater(long[] values, int[] filter, int threshold, int rows) {
        return scalar.maxWhereGreater(values, filter, threshold, rows);
    }

    @Override
    public int max(int[] values, int rows) {
        return of(Kernel.MAX).max(values, rows);
    }

    @Override
    public long max(long[] values, int rows) {
        return scalar.max(values, rows);
    }

    @Override
    public int minWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        return of(Kernel.MIN_WHERE_AT_MOST).minWhereAtMost(values, filter, limit, rows);
    }

    @Override
    public int maxWhereAtMost(int[] values, int[] filter, int limit, int rows) {
        return of(Kernel.MAX_WHERE_AT_MOST).maxWhereAtMost(values, filter, limit, rows);
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
    public void sumPairWhereEqual(long[] a, int[] b, int[] codes, int code, long[] sums, int rows) {
        scalar.sumPairWhereEqual(a, b, codes, code, sums, rows);
    }

    @Override
    public int firstAtMostRatio(int[] a, int[] b, float ratio, int[] codes, int code, int from, int rows) {
        return of(Kernel.FIRST_AT_MOST_RATIO).firstAtMostRatio(a, b, ratio, codes, code, from, rows);
    }

    @Override
    public int firstAtMostRatio(long[] a, int[] b, float ratio, int[] codes, int code, int from, int rows) {
        return scalar.firstAtMostRatio(a, b, ratio, codes, code, from, rows);
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
}
