package dev.aimonflink.core.kernel;

/** The kernels that have a scalar and a vector twin, each with a trial run. */
enum Kernel implements Trial<Kernels> {
    AVERAGE_WHERE_GREATER {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            long[] sumAndCount = block.clearedTotals();
            kernels.averageWhereGreater(block.values, block.filter, block.threshold, sumAndCount, rows);
            return sumAndCount[0] + sumAndCount[1];
        }
    },
    MAX_WHERE_GREATER {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereGreater(block.values, block.filter, block.threshold, rows);
        }
    },
    MAX {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.max(block.values, rows);
        }
    },
    MIN_WHERE_AT_MOST {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.minWhereAtMost(block.values, block.filter, block.threshold, rows);
        }
    },
    MAX_WHERE_AT_MOST {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereAtMost(block.values, block.filter, block.threshold, rows);
        }
    },
    MAX_WHERE_EQUAL {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.maxWhereEqual(block.values, block.codes, block.code, rows);
        }
    },
    LOWEST_ID_WHERE_EQUAL {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            return kernels.lowestIdWhereEqual(block.values, block.rareValue, block.codes, block.code, block.ids, rows);
        }
    },
    SUM_PAIR_WHERE_EQUAL {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
            long[] sums = block.clearedTotals();
            kernels.sumPairWhereEqual(block.values, block.filter, block.codes, block.code, sums, rows);
            return sums[0] + sums[1];
        }
    },
    FIRST_AT_MOST_RATIO {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
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
        public long run(Kernels kernels, TrialBlock block, int rows) {
            kernels.totalByGroupWhereGreater(
                    block.groups, block.filter, block.threshold, block.values, block.threshold, block.totals, rows);
            return block.totals.a[1];
        }
    },
    TOTAL_BY_GROUP_WHERE_EQUAL {
        @Override
        public long run(Kernels kernels, TrialBlock block, int rows) {
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
}
