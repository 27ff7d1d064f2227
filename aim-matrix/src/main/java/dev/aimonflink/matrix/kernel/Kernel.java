package dev.aimonflink.matrix.kernel;

import java.util.Locale;

/** The loops that have a scalar and a vector twin, each with a trial run. */
public enum Kernel {
    AVERAGE_WHERE_GREATER(
            (kernels, b, rows) -> kernels.averageWhereGreater(b.values, b.filter, b.threshold, b.sums, 0, rows)),
    MAX_WHERE_GREATER(
            (kernels, b, rows) -> b.found = kernels.maxWhereGreater(b.values, b.filter, b.threshold, 0, rows)),
    MAX_WHERE_EQUAL((kernels, b, rows) -> b.found = kernels.maxWhereEqual(b.values, b.codes, b.code, 0, rows)),
    LOWEST_ID_WHERE_EQUAL((kernels, b, rows) ->
            b.found = kernels.lowestIdWhereEqual(b.values, b.rareValue, b.codes, b.code, b.ids, 0, rows)),
    SUM_PAIR_WHERE_EQUAL(
            (kernels, b, rows) -> kernels.sumPairWhereEqual(b.values, b.filter, b.codes, b.code, b.sums, 0, rows)),
    TOTAL_BY_GROUP_WHERE_GREATER((kernels, b, rows) -> kernels.totalByGroupWhereGreater(
            b.groups, b.filter, b.threshold, b.values, b.threshold, b.totals, 0, rows)),
    TOTAL_BY_GROUP_WHERE_EQUAL((kernels, b, rows) -> kernels.totalByGroupWhereEqual(
            b.groups, b.codes, b.code, b.codes, b.code, b.filter, b.values, b.totals, 0, rows)),
    BETWEEN((kernels, b, rows) -> kernels.between(b.below, b.into, 0, rows)),
    AND_BETWEEN((kernels, b, rows) -> {
        System.arraycopy(b.mask, 0, b.into, 0, rows);
        kernels.andBetween(b.below, b.into, 0, rows);
    }),
    BETWEEN_BOTH((kernels, b, rows) -> kernels.betweenBoth(b.below, b.ofCode, b.into, 0, rows)),
    OUTSIDE((kernels, b, rows) -> kernels.outside(b.below, b.into, 0, rows)),
    LESS((kernels, b, rows) -> kernels.less(b.below.cells(), b.codeCells, b.into, 0, rows)),
    EQUAL((kernels, b, rows) -> kernels.equal(b.below.cells(), b.codeCells, b.into, 0, rows)),
    COUNT((kernels, b, rows) -> b.found = kernels.count(b.mask, 0, rows)),
    SUM((kernels, b, rows) -> b.found = kernels.sum(b.valueCells, b.mask, 0, rows)),
    EXTREME((kernels, b, rows) -> b.found = kernels.extreme(b.valueCells, -1, b.mask, 0, rows)),
    TOTAL_WHERE((kernels, b, rows) -> kernels.totalWhere(b.valueCells, b.below, b.sums, 0, rows)),
    TOTALS_WHERE((kernels, b, rows) -> kernels.totalsWhere(b.valueCells, b.codeCells, b.below, b.sums, 0, rows)),
    EXTREME_WHERE((kernels, b, rows) -> b.found = kernels.extremeWhere(b.valueCells, -1, b.below, b.sums, 0, rows)),
    GROUP_OR_NONE((kernels, b, rows) -> kernels.groupOrNone(b.groups, 0, b.mask, b.into, 0, rows)),
    COUNT_GROUPS((kernels, b, rows) -> kernels.countGroups(b.groups, 1, b.sums, 0, rows)),
    SUM_GROUPS((kernels, b, rows) -> kernels.sumGroups(b.valueCells, b.groups, 1, b.sums, 0, rows)),
    GROUP_WHERE((kernels, b, rows) -> kernels.groupWhere(b.groupCells, b.below, b.ofCode, b.into, 0, rows)),
    TOTAL_GROUPS((kernels, b, rows) ->
            kernels.totalGroups(b.groups, 1, b.valueCells, b.codeCells, b.sums, b.scratch, 0, rows));

    private interface Trial {
        void run(Kernels kernels, TrialBlock block, int rows);
    }

    @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing
    private final Trial trial;

    Kernel(Trial trial) {
        this.trial = trial;
    }

    /** Runs the loop over the first rows of a block, and returns a number that depends on the result. */
    long run(Kernels kernels, TrialBlock block, int rows) {
        trial.run(kernels, block, rows);
        return block.takeChecksum(rows);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
