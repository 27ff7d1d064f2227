package dev.aimonflink.core.kernel;

import java.util.Locale;

/** The kernels that have a scalar and a vector twin, each with a trial run. */
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
    MAX {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.max(block.values, rows);
        }
    },
    MIN_WHERE_AT_MOST {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.minWhereAtMost(block.values, block.filter, block.threshold, rows);
        }
    },
    MAX_WHERE_AT_MOST {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereAtMost(block.values, block.filter, block.threshold, rows);
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
    FIRST_AT_MOST_RATIO {
        @Override
        long run(Kernels kernels, TrialBlock block, int rows) {
            long found = 0;
            for (int from = 0; from < rows; from++) {
                from = kernels.firstAtMostRatio(
                        block.values, block.filter, TrialBlock.LOW_RATIO, block.codes, block.code, from, rows);
                found += from;
            }
            return found;
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
    };

    /** As shown in logs. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Runs the kernel over the first rows of a block, and returns a number that depends on the result. */
    abstract long run(Kernels kernels, TrialBlock block, int rows);
}
