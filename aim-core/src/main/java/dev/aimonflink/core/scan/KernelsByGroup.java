package dev.aimonflink.core.scan;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.LowestGroups;
import dev.aimonflink.core.kernel.LowestGroups.PairSum;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.scan.FragmentShape.Above;
import dev.aimonflink.core.scan.FragmentShape.CodeIs;
import dev.aimonflink.core.scan.KernelShapes.Asked;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static dev.aimonflink.core.scan.KernelShapes.isNarrow;

/** The kernels of shapes with groups. */
final class KernelsByGroup {
    private KernelsByGroup() {}

    /** Of query 3: the sums of two columns for the groups with the lowest numbers. */
    static final class TotalsOfLowest implements KernelTotals {
        private final int key;
        private final int[] arguments;
        private final LowestGroups totals;
        private List<Map.Entry<Integer, PairSum>> groups;

        TotalsOfLowest(Asked asked) {
            key = asked.shape().group();
            arguments = asked.pair();
            totals = new LowestGroups(asked.fragment().limit().groups());
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int[] keys = columns.ints(key);
            final int[] second = columns.ints(arguments[1]);
            if (isNarrow(columns, arguments[0])) {
                totals.add(keys, columns.ints(arguments[0]), second, rows);
            } else {
                totals.add(keys, columns.longs(arguments[0]), second, rows);
            }
        }

        @Override
        public int[] groups() {
            groups = new ArrayList<>(totals.sums().entrySet());
            return IntStream.range(0, groups.size()).toArray();
        }

        @Override
        public Object key(int group) {
            return (long) groups.get(group).getKey();
        }

        @Override
        public long count(int group) {
            return 1;
        }

        @Override
        public BigInteger sum(int column, int group) {
            PairSum sums = groups.get(group).getValue();
            return column == arguments[0] ? sums.first() : sums.second();
        }
    }

    /** The totals of two columns by name, in which blocks of 64 bits are added up row by row. */
    private abstract static class ByName implements KernelTotals {
        private final int group;
        private final int first;
        private final int second;
        private final List<Object> names;
        private final PairTotals totals;

        ByName(Asked asked) {
            group = asked.shape().group();
            first = asked.shape().arguments().get(0);
            second = asked.shape().arguments().get(1);
            names = asked.columns().column(group).values();
            totals = new PairTotals(names.size());
        }

        @Override
        public void add(BlockColumns columns, int rows) {
            final int[] groups = columns.ints(group);
            if (isNarrow(columns, first) && isNarrow(columns, second)) {
                add(columns, groups, columns.ints(first), columns.ints(second), totals, rows);
                return;
            }
            for (int row = 0; row < rows; row++) {
                if (groups[row] != 0 && isTaken(columns, row)) {
                    totals.addRow(groups[row], cell(columns, first, row), cell(columns, second, row));
                }
            }
        }

        abstract void add(BlockColumns columns, int[] groups, int[] a, int[] b, PairTotals totals, int rows);

        abstract boolean isTaken(BlockColumns columns, int row);

        private static long cell(BlockColumns columns, int column, int row) {
            return isNarrow(columns, column) ? columns.ints(column)[row] : columns.longs(column)[row];
        }

        @Override
        public int[] groups() {
            return IntStream.rangeClosed(1, names.size())
                    .filter(each -> totals.count(each) > 0)
                    .toArray();
        }

        @Override
        public Object key(int of) {
            return names.get(of - 1);
        }

        @Override
        public long count(int of) {
            return totals.count(of);
        }

        @Override
        public BigInteger sum(int column, int of) {
            return column == first ? totals.a(of) : totals.b(of);
        }
    }

    /** Of query 4. */
    static final class TotalsWhereGreater extends ByName {
        private final Above ofA;
        private final Above ofB;
        private final Kernels kernels;

        TotalsWhereGreater(Asked asked) {
            super(asked);
            kernels = asked.kernels();
            FragmentShape shape = asked.shape();
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

    /** Of query 5. */
    static final class TotalsWhereEqual extends ByName {
        private final CodeIs first;
        private final CodeIs second;
        private final Kernels kernels;

        TotalsWhereEqual(Asked asked) {
            super(asked);
            kernels = asked.kernels();
            first = asked.shape().equal().get(0);
            second = asked.shape().equal().get(1);
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
