package dev.aimonflink.core.kernel;

import java.util.Arrays;

/** The primitives that have a scalar and a vector twin, each with a trial run. */
enum Primitive implements Trial<Primitives> {
    BETWEEN {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.between(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    AND_BETWEEN {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            System.arraycopy(block.mask, 0, block.into, 0, rows);
            primitives.andBetween(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    BETWEEN_BOTH {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.betweenBoth(
                    block.filter, 0, 0, block.threshold, block.codes, 0, block.code, block.code, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    OUTSIDE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.outside(block.filter, 0, 0, block.threshold, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    LESS {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.less(block.filter, 0, block.codes, 0, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    EQUAL {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.equal(block.filter, 0, block.codes, 0, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    COUNT {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            return primitives.count(block.mask, rows);
        }
    },
    SUM {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            return primitives.sum(block.values, 0, block.mask, rows);
        }
    },
    EXTREME {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            return primitives.extreme(block.values, 0, -1, block.mask, rows);
        }
    },
    TOTAL_WHERE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] countAndSum = block.clearedTotals();
            primitives.totalWhere(block.values, 0, block.filter, 0, 0, block.threshold, countAndSum, rows);
            return countAndSum[0] + countAndSum[1];
        }
    },
    TOTALS_WHERE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] totals = block.clearedTotals();
            primitives.totalsWhere(block.values, 0, block.codes, 0, block.filter, 0, 0, block.threshold, totals, rows);
            return totals[0] + totals[1] + totals[2];
        }
    },
    EXTREME_WHERE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] count = block.clearedTotals();
            final int extreme =
                    primitives.extremeWhere(block.values, 0, -1, block.filter, 0, 0, block.threshold, count, rows);
            return count[0] + extreme;
        }
    },
    GROUP_OR_NONE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.groupOrNone(block.groups, 0, block.mask, block.into, rows);
            return checksum(block.into, rows);
        }
    },
    COUNT_GROUPS {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] counts = block.clearedTotals();
            primitives.countGroups(block.groups, 0, 1, counts, rows);
            return counts[1];
        }
    },
    SUM_GROUPS {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] sums = block.clearedTotals();
            primitives.sumGroups(block.values, 0, block.groups, 0, 1, sums, rows);
            return sums[1];
        }
    },
    GROUP_WHERE {
        @Override
        public long run(Primitives primitives, TrialBlock block, int rows) {
            primitives.groupWhere(
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
        public long run(Primitives primitives, TrialBlock block, int rows) {
            long[] totals = block.clearedTotals();
            primitives.totalGroups(block.groups, 0, 1, block.values, 0, block.codes, 0, totals, block.scratch, rows);
            return Arrays.stream(totals).sum();
        }
    };

    /** Looks at a few lanes: enough for the compiler not to leave the stores out, and little beside them. */
    private static long checksum(int[] mask, int rows) {
        return rows == 0 ? 0 : mask[0] + 2L * mask[rows / 2] + 4L * mask[rows - 1];
    }
}
