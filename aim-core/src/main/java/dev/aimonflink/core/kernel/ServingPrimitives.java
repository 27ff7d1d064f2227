package dev.aimonflink.core.kernel;

/** Runs each primitive by the twin that serves, see {@link ServingKernels}. */
final class ServingPrimitives implements Primitives {
    private final Twins<Primitives> twins;

    ServingPrimitives(Twins<Primitives> twins) {
        this.twins = twins;
    }

    @Override
    public void between(int[] values, int at, int low, int high, int[] mask, int rows) {
        twins.of(Primitive.BETWEEN).between(values, at, low, high, mask, rows);
    }

    @Override
    public int lanes() {
        return twins.of(Primitive.SUM_GROUPS).lanes();
    }

    @Override
    public void andBetween(int[] values, int at, int low, int high, int[] mask, int rows) {
        twins.of(Primitive.AND_BETWEEN).andBetween(values, at, low, high, mask, rows);
    }

    @Override
    public void betweenBoth(
            int[] a, int atA, int lowA, int highA, int[] b, int atB, int lowB, int highB, int[] mask, int rows) {
        twins.of(Primitive.BETWEEN_BOTH).betweenBoth(a, atA, lowA, highA, b, atB, lowB, highB, mask, rows);
    }

    @Override
    public void outside(int[] values, int at, int low, int high, int[] mask, int rows) {
        twins.of(Primitive.OUTSIDE).outside(values, at, low, high, mask, rows);
    }

    @Override
    public void less(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        twins.of(Primitive.LESS).less(a, atA, b, atB, mask, rows);
    }

    @Override
    public void equal(int[] a, int atA, int[] b, int atB, int[] mask, int rows) {
        twins.of(Primitive.EQUAL).equal(a, atA, b, atB, mask, rows);
    }

    @Override
    public int count(int[] mask, int rows) {
        return twins.of(Primitive.COUNT).count(mask, rows);
    }

    @Override
    public long sum(int[] values, int at, int[] mask, int rows) {
        return twins.of(Primitive.SUM).sum(values, at, mask, rows);
    }

    @Override
    public int extreme(int[] values, int at, int flip, int[] mask, int rows) {
        return twins.of(Primitive.EXTREME).extreme(values, at, flip, mask, rows);
    }

    @Override
    public void totalWhere(
            int[] values, int at, int[] filter, int atFilter, int low, int high, long[] countAndSum, int rows) {
        twins.of(Primitive.TOTAL_WHERE).totalWhere(values, at, filter, atFilter, low, high, countAndSum, rows);
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
        twins.of(Primitive.TOTALS_WHERE).totalsWhere(a, atA, b, atB, filter, atFilter, low, high, countAndSums, rows);
    }

    @Override
    public int extremeWhere(
            int[] values, int at, int flip, int[] filter, int atFilter, int low, int high, long[] count, int rows) {
        return twins.of(Primitive.EXTREME_WHERE)
                .extremeWhere(values, at, flip, filter, atFilter, low, high, count, rows);
    }

    @Override
    public void groupOrNone(int[] groups, int at, int[] mask, int[] into, int rows) {
        twins.of(Primitive.GROUP_OR_NONE).groupOrNone(groups, at, mask, into, rows);
    }

    @Override
    public void countGroups(int[] groups, int at, int first, long[] counts, int rows) {
        twins.of(Primitive.COUNT_GROUPS).countGroups(groups, at, first, counts, rows);
    }

    @Override
    public void sumGroups(int[] values, int at, int[] groups, int atGroups, int first, long[] sums, int rows) {
        twins.of(Primitive.SUM_GROUPS).sumGroups(values, at, groups, atGroups, first, sums, rows);
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
        twins.of(Primitive.GROUP_WHERE).groupWhere(groups, at, a, atA, lowA, highA, b, atB, lowB, highB, into, rows);
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
        twins.of(Primitive.TOTAL_GROUPS).totalGroups(groups, atGroups, first, a, atA, b, atB, totals, scratch, rows);
    }
}
