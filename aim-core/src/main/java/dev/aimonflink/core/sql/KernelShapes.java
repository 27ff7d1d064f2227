package dev.aimonflink.core.sql;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.sql.FragmentShape.Above;
import dev.aimonflink.core.sql.FragmentShape.CodeIs;
import dev.aimonflink.core.vector.BlockColumns;
import dev.aimonflink.core.vector.VectorColumn;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The queries of the catalogue whose hand-written kernels give all that the states of their shape need. Other kernels do not: that of
 * q7 counts no rows, so that its sums could not be told from null, those of q6 find a subscriber and no other column, and q3 has none.
 */
final class KernelShapes {
    private static final Set<AggregateFunction> TOTALS =
            EnumSet.of(AggregateFunction.COUNT_ROWS, AggregateFunction.SUM, AggregateFunction.AVG);
    private static final Set<AggregateFunction> MAXIMUM = EnumSet.of(AggregateFunction.MAX);

    /**
     * A shape.
     *
     * @param above how many conditions on numbers it has
     * @param equal how many conditions on names
     * @param arguments how many columns its aggregates read
     * @param areConditions whether these are those of the conditions on numbers
     * @param takesLongs whether they may have 64 bits
     */
    private record Shape(
            String name,
            int above,
            int equal,
            boolean isGrouped,
            int arguments,
            boolean areConditions,
            boolean takesLongs,
            Set<AggregateFunction> functions,
            Kernel kernel) {
        boolean is(FragmentShape of, List<AggregateCall> calls) {
            List<Integer> tested =
                    of.above().stream().map(Above::column).sorted().toList();
            return of.above().size() == above
                    && of.equal().size() == equal
                    && isGrouped == (of.group() != FragmentShape.NONE)
                    && of.arguments().size() == arguments
                    && (!areConditions || tested.equals(of.arguments()))
                    && calls.stream().allMatch(aggregate -> functions.contains(aggregate.function()));
        }

        /** Whether the kernel reads such a column: sums have no nulls, and maxima only the least cell. */
        boolean takes(VectorColumn column) {
            if (column == null || !Encoded.isLong(column.type())) {
                return false;
            }
            boolean isInt = column.cells() == VectorColumn.Cells.INTS;
            boolean isLong = takesLongs && column.cells() == VectorColumn.Cells.LONGS;
            long least = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
            boolean isOfMaximum = column.hasEmpty() && column.empty() == least;
            return (isInt || isLong) && (functions == MAXIMUM ? isOfMaximum : !column.hasEmpty());
        }
    }

    private interface Kernel {
        KernelTotals of(FragmentShape shape, Kernels kernels);
    }

    private static final List<Shape> SHAPES = List.of(
            new Shape("q1", 1, 0, false, 1, false, false, TOTALS, AverageWhereGreater::new),
            new Shape("q2", 1, 0, false, 1, false, true, MAXIMUM, MaxWhereGreater::new),
            new Shape("q4", 2, 0, true, 2, true, false, TOTALS, TotalByGroupWhereGreater::new),
            new Shape("q5", 0, 2, true, 2, false, true, TOTALS, TotalByGroupWhereEqual::new));

    private KernelShapes() {}

    /** The scan of a fragment that has one of the shapes; else null. */
    static FragmentScan open(Fragment fragment, BlockColumns columns, Kernels kernels) {
        FragmentShape shape = FragmentShape.of(fragment, columns);
        if (shape == null) {
            return null;
        }
        for (Shape each : SHAPES) {
            if (each.is(shape, fragment.aggregates())
                    && shape.arguments().stream().map(columns::column).allMatch(each::takes)) {
                return new KernelScan(fragment, shape, columns, each.kernel.of(shape, kernels), each.name);
            }
        }
        return null;
    }

    private static boolean isNarrow(BlockColumns columns, int column) {
        return columns.column(column).cells() == VectorColumn.Cells.INTS || columns.isNarrow(column);
    }

    private static long cell(BlockColumns columns, int column, int row) {
        return isNarrow(columns, column) ? columns.ints(column)[row] : columns.longs(column)[row];
    }

    private static final class AverageWhereGreater implements KernelTotals {
        private final Above filter;
        private final int argument;
        private final Kernels kernels;
        private final long[] sumAndCount = new long[2];

        AverageWhereGreater(FragmentShape shape, Kernels kernels) {
            filter = shape.above().get(0);
            argument = shape.arguments().get(0);
            this.kernels = kernels;
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
        public BigInteger sum(int ofArgument, int group) {
            return BigInteger.valueOf(sumAndCount[0]);
        }
    }

    private static final class MaxWhereGreater implements KernelTotals {
        private final Above filter;
        private final int argument;
        private final Kernels kernels;
        private Long highest;

        MaxWhereGreater(FragmentShape shape, Kernels kernels) {
            filter = shape.above().get(0);
            argument = shape.arguments().get(0);
            this.kernels = kernels;
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
        public Long highest() {
            return highest;
        }
    }

    /** The totals of two arguments by group, in which blocks of 64 bits are added up row by row. */
    private abstract static class ByGroup implements KernelTotals {
        private final FragmentShape shape;
        private final PairTotals totals;

        ByGroup(FragmentShape shape) {
            this.shape = shape;
            totals = new PairTotals(shape.groups());
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int a = shape.arguments().get(0);
            final int b = shape.arguments().get(1);
            final int[] groups = columns.ints(shape.group());
            if (isNarrow(columns, a) && isNarrow(columns, b)) {
                add(columns, groups, columns.ints(a), columns.ints(b), totals, rows);
                return;
            }
            for (int row = 0; row < rows; row++) {
                if (groups[row] != 0 && isTaken(columns, row)) {
                    totals.addRow(groups[row], cell(columns, a, row), cell(columns, b, row));
                }
            }
        }

        abstract void add(BlockColumns columns, int[] groups, int[] a, int[] b, PairTotals totals, int rows);

        abstract boolean isTaken(BlockColumns columns, int row);

        @Override
        public long count(int group) {
            return totals.count(group);
        }

        @Override
        public BigInteger sum(int argument, int group) {
            return argument == 0 ? totals.a(group) : totals.b(group);
        }
    }

    private static final class TotalByGroupWhereGreater extends ByGroup {
        private final Above ofA;
        private final Above ofB;
        private final Kernels kernels;

        TotalByGroupWhereGreater(FragmentShape shape, Kernels kernels) {
            super(shape);
            this.kernels = kernels;
            boolean isInOrder =
                    shape.above().get(0).column() == shape.arguments().get(0);
            ofA = shape.above().get(isInOrder ? 0 : 1);
            ofB = shape.above().get(isInOrder ? 1 : 0);
        }

        @Override
        void add(BlockColumns columns, int[] groups, int[] a, int[] b, PairTotals totals, int rows) {
            kernels.totalByGroupWhereGreater(groups, a, ofA.threshold(), b, ofB.threshold(), totals, rows);
        }

        /** Columns of conditions always have 32 bits. */
        @Override
        boolean isTaken(BlockColumns columns, int row) {
            throw new IllegalStateException("Both columns have 32 bits.");
        }
    }

    private static final class TotalByGroupWhereEqual extends ByGroup {
        private final CodeIs first;
        private final CodeIs second;
        private final Kernels kernels;

        TotalByGroupWhereEqual(FragmentShape shape, Kernels kernels) {
            super(shape);
            this.kernels = kernels;
            first = shape.equal().get(0);
            second = shape.equal().get(1);
        }

        @Override
        void add(BlockColumns columns, int[] groups, int[] a, int[] b, PairTotals totals, int rows) {
            final int[] x = columns.ints(first.column());
            final int[] y = columns.ints(second.column());
            kernels.totalByGroupWhereEqual(groups, x, first.code(), y, second.code(), a, b, totals, rows);
        }

        @Override
        boolean isTaken(BlockColumns columns, int row) {
            return columns.ints(first.column())[row] == first.code()
                    && columns.ints(second.column())[row] == second.code();
        }
    }
}
