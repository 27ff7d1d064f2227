package dev.aimonflink.core.scan;

import dev.aimonflink.core.kernel.Halves;
import dev.aimonflink.core.kernel.HighestWhereEqual;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.scan.FragmentShape.Above;
import dev.aimonflink.core.scan.FragmentShape.CodeIs;
import dev.aimonflink.core.scan.KernelShapes.Asked;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static dev.aimonflink.core.scan.KernelShapes.isNarrow;

/** The kernels of shapes without groups. */
final class KernelsOfAll {
    private KernelsOfAll() {}

    /** Of query 1. */
    static final class AverageWhereGreater implements KernelTotals {
        private final Above filter;
        private final int argument;
        private final Kernels kernels;
        private final long[] sumAndCount = new long[2];

        AverageWhereGreater(Asked asked) {
            filter = asked.shape().above().get(0);
            argument = asked.shape().arguments().get(0);
            kernels = asked.kernels();
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            kernels.averageWhereGreater(
                    columns.ints(argument), columns.ints(filter.column()), filter.threshold(), sumAndCount, rows);
        }

        @Override
        public long count(int group) {
            return sumAndCount[1];
        }

        @Override
        public BigInteger sum(int column, int group) {
            return BigInteger.valueOf(sumAndCount[0]);
        }
    }

    /** Of query 2. */
    static final class MaxWhereGreater implements KernelTotals {
        private final Above filter;
        private final int argument;
        private final Kernels kernels;
        private Long highest;

        MaxWhereGreater(Asked asked) {
            filter = asked.shape().above().get(0);
            argument = asked.shape().arguments().get(0);
            kernels = asked.kernels();
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int[] tested = columns.ints(filter.column());
            final boolean isNarrow = isNarrow(columns, argument);
            final long max = isNarrow
                    ? kernels.maxWhereGreater(columns.ints(argument), tested, filter.threshold(), rows)
                    : kernels.maxWhereGreater(columns.longs(argument), tested, filter.threshold(), rows);
            final boolean isNone = max == (isNarrow ? Integer.MIN_VALUE : Long.MIN_VALUE);
            if (!isNone && (highest == null || max > highest)) {
                highest = max;
            }
        }

        @Override
        public Long highest(int column) {
            return highest;
        }
    }

    /** Of query 6: the greatest value of each column, and the lowest id that has it. */
    static final class HighestWhereEqualOfColumns implements KernelTotals {
        private final CodeIs filter;
        private final Map<Integer, HighestWhereEqual> holders = new HashMap<>();
        private int ids;

        HighestWhereEqualOfColumns(Asked asked) {
            filter = asked.shape().equal().get(0);
            for (AggregateCall aggregate : asked.fragment().aggregates()) {
                List<Bound> arguments = aggregate.arguments();
                if (aggregate.function() == AggregateFunction.ARG_MAX) {
                    ids = Asked.index(arguments.get(0));
                }
                holders.put(
                        Asked.index(arguments.get(arguments.size() - 1)),
                        new HighestWhereEqual(asked.kernels(), filter.code()));
            }
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int[] codes = columns.ints(filter.column());
            holders.forEach((column, holder) ->
                    holder.add(columns.ints(column), codes, columns.longs(ids), columns.lowestId(), rows));
        }

        @Override
        public Long highest(int column) {
            HighestWhereEqual holder = holders.get(column);
            return holder.isNone() ? null : (Long) (long) holder.value();
        }

        @Override
        public long holder(int column) {
            return holders.get(column).id();
        }
    }

    /** Of query 7. */
    static final class PairWhereEqual implements KernelTotals {
        private static final int LOW_HALVES = 0;
        private static final int SECOND = 1;
        private static final int HIGH_HALVES = 2;

        private final CodeIs filter;
        private final int[] arguments;
        private final Kernels kernels;
        private final long[] sums = new long[3];
        private boolean hasRow;

        PairWhereEqual(Asked asked) {
            filter = asked.shape().equal().get(0);
            arguments = asked.pair();
            kernels = asked.kernels();
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int[] codes = columns.ints(filter.column());
            final int[] second = columns.ints(arguments[1]);
            if (isNarrow(columns, arguments[0])) {
                kernels.sumPairWhereEqual(columns.ints(arguments[0]), second, codes, filter.code(), sums, rows);
            } else {
                kernels.sumPairWhereEqual(columns.longs(arguments[0]), second, codes, filter.code(), sums, rows);
            }
            hasRow = hasRow || has(codes, rows);
        }

        private boolean has(int[] codes, int rows) {
            for (int row = 0; row < rows; row++) {
                if (codes[row] == filter.code()) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long count(int group) {
            return hasRow ? 1 : 0;
        }

        @Override
        public BigInteger sum(int column, int group) {
            return column == arguments[0]
                    ? Halves.sum(sums[HIGH_HALVES], sums[LOW_HALVES])
                    : BigInteger.valueOf(sums[SECOND]);
        }
    }
}
