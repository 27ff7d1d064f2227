package dev.aimonflink.core.kernel;

import java.util.List;
import java.util.stream.Stream;

/**
 * Runs each kernel and each primitive by its scalar twin, until the {@link KernelWarmUp} lets the vector twin serve. Any thread may scan
 * meanwhile: both twins give the same bits.
 */
public final class ServingKernels implements Kernels {
    private final String name;
    private final Kernels scalar;
    private final Twins<Kernels> twins;
    private final Twins<Primitives> primitiveTwins;
    private final Primitives primitives;

    public ServingKernels(Kernels vector) {
        this(new ScalarKernels(), vector);
    }

    ServingKernels(Kernels scalar, Kernels vector) {
        name = vector.name();
        this.scalar = scalar;
        twins = new Twins<>(scalar, vector, Kernel.values());
        primitiveTwins = new Twins<>(scalar.primitives(), vector.primitives(), Primitive.values());
        primitives = new ServingPrimitives(primitiveTwins);
    }

    /** Lets the scalar twin of every kernel and primitive serve. */
    public void serveScalar() {
        twins.serveScalar();
        primitiveTwins.serveScalar();
    }

    /** What the warm-up compares: the kernels, and then the primitives. */
    List<Twins.Contest> contests() {
        return Stream.concat(twins.contests().stream(), primitiveTwins.contests().stream())
                .toList();
    }

    boolean isVector(Kernel kernel) {
        return twins.isVector(kernel);
    }

    /** The number of kernels and primitives whose vector twin serves. */
    public int vectors() {
        return twins.vectors() + primitiveTwins.vectors();
    }

    private Kernels of(Kernel kernel) {
        return twins.of(kernel);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Primitives primitives() {
        return primitives;
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
