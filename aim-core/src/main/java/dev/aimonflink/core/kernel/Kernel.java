package dev.aimonflink.core.kernel;

import java.util.Arrays;
import java.util.Locale;

/** The loops that have a scalar and a vector twin, each with a trial run. */
enum Kernel {
    AVERAGE_WHERE_GREATER {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] sumAndCount = block.clearedTotals();
            kernels.averageWhereGreater(block.values, block.filter, block.threshold, sumAndCount, rows);
            return sumAndCount[0] + sumAndCount[1];
        }
    },
    MAX_WHERE_GREATER {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereGreater(block.values, block.filter, block.threshold, rows);
        }
    },
    MAX_WHERE_EQUAL {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereEqual(block.values, block.codes, block.code, rows);
        }
    },
    LOWEST_ID_WHERE_EQUAL {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.lowestIdWhereEqual(block.values, block.rareValue, block.codes, block.code, block.ids, rows);
        }
    },
    SUM_PAIR_WHERE_EQUAL {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] sums = block.clearedTotals();
            kernels.sumPairWhereEqual(block.values, block.filter, block.codes, block.code, sums, rows);
            return sums[0] + sums[1];
        }
    },
    TOTAL_BY_GROUP_WHERE_GREATER {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.totalByGroupWhereGreater(
                    block.groups, block.filter, block.threshold, block.values, block.threshold, block.totals, rows);
            return block.totals.a[1];
        }
    },
    TOTAL_BY_GROUP_WHERE_EQUAL {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.totalByGroupWhereEqual(
                    block.groups,
                    block.codes,
                    block.code,
                    block.codes,
                    block.code,
                    block.filter,
                    block.values,
                    block.totals,
                    rows);
            return block.totals.a[1];
        }
    },
    BETWEEN {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.between(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    AND_BETWEEN {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            System.arraycopy(block.mask, 0, block.into, 0, rows);
            kernels.andBetween(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    BETWEEN_BOTH {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.betweenBoth(
                    block.filter, 0, 0, block.threshold, block.codes, 0, block.code, block.code, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    OUTSIDE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.outside(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    LESS {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.less(block.filter, 0, block.codes, 0, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    EQUAL {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.equal(block.filter, 0, block.codes, 0, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    COUNT {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.count(block.mask, rows);
        }
    },
    SUM {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.sum(block.values, 0, block.mask, rows);
        }
    },
    EXTREME {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.extreme(block.values, 0, -1, block.mask, rows);
        }
    },
    TOTAL_WHERE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] countAndSum = block.clearedTotals();
            kernels.totalWhere(block.values, 0, block.filter, 0, 0, block.threshold, countAndSum, rows);
            return countAndSum[0] + countAndSum[1];
        }
    },
    TOTALS_WHERE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] totals = block.clearedTotals();
            kernels.totalsWhere(block.values, 0, block.codes, 0, block.filter, 0, 0, block.threshold, totals, rows);
            return totals[0] + totals[1] + totals[2];
        }
    },
    EXTREME_WHERE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] count = block.clearedTotals();
            final int extreme =
                    kernels.extremeWhere(block.values, 0, -1, block.filter, 0, 0, block.threshold, count, rows);
            return count[0] + extreme;
        }
    },
    GROUP_OR_NONE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.groupOrNone(block.groups, 0, block.mask, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    COUNT_GROUPS {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] counts = block.clearedTotals();
            kernels.countGroups(block.groups, 0, 1, counts, rows);
            return counts[1];
        }
    },
    SUM_GROUPS {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] sums = block.clearedTotals();
            kernels.sumGroups(block.values, 0, block.groups, 0, 1, sums, rows);
            return sums[1];
        }
    },
    GROUP_WHERE {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.groupWhere(
                    block.groups,
                    0,
                    block.filter,
                    0,
                    0,
                    block.threshold,
                    block.codes,
                    0,
                    block.code,
                    block.code,
                    block.into,
                    rows);
            return checksum(block.into, rows);
        }
    },
    TOTAL_GROUPS {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long[] totals = block.clearedTotals();
            kernels.totalGroups(block.groups, 0, 1, block.values, 0, block.codes, 0, totals, block.scratch, rows);
            return Arrays.stream(totals).sum();
        }
    };

    /** Runs the loop over the first rows of a block, and returns a number that depends on the result. */
    abstract long run(Kernels kernels, TrialBlock block, int rows);

    /** As shown in logs. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Looks at a few lanes: enough for the compiler not to leave the stores out, and little beside them. */
    private static long checksum(int[] mask, int rows) {
        return rows == 0 ? 0 : mask[0] + 2L * mask[rows / 2] + 4L * mask[rows - 1];
    }
}
