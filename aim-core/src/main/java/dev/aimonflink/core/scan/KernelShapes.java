package dev.aimonflink.core.scan;

import dev.aimonflink.core.aggregate.Encoded;
import dev.aimonflink.core.cut.Fragment;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.program.VectorColumn;
import dev.aimonflink.core.program.VectorColumn.Cells;
import dev.aimonflink.core.scan.FragmentShape.Above;
import dev.aimonflink.core.tables.MatrixColumn;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The queries of the catalogue whose hand-written kernels find out all that the states of a fragment of the same shape need. */
final class KernelShapes {
    private static final Set<AggregateFunction> TOTALS =
            EnumSet.of(AggregateFunction.COUNT_ROWS, AggregateFunction.SUM, AggregateFunction.AVG);

    /** Such a kernel does not count rows. */
    private static final Set<AggregateFunction> SUMS = EnumSet.of(AggregateFunction.SUM);

    private static final Set<AggregateFunction> MAXIMUM = EnumSet.of(AggregateFunction.MAX);
    private static final Set<AggregateFunction> HOLDERS = EnumSet.of(AggregateFunction.MAX, AggregateFunction.ARG_MAX);

    /** With room for several times as many groups, dropping some is rare. */
    private static final int MOST_LOWEST_GROUPS = 1_000;

    private record Shape(String query, Predicate<Asked> isTaken, Function<Asked, KernelTotals> kernel) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape(
                    "q1",
                    asked -> asked.tests(1, 0) && asked.hasOnly(TOTALS) && asked.isOverAll() && asked.addsInts(1),
                    KernelsOfAll.AverageWhereGreater::new),
            new Shape(
                    "q2",
                    asked ->
                            asked.tests(1, 0) && asked.hasOnly(MAXIMUM) && asked.isOverAll() && asked.findsOneMaximum(),
                    KernelsOfAll.MaxWhereGreater::new),
            new Shape(
                    "q3",
                    asked -> asked.tests(0, 0) && asked.hasOnly(SUMS) && asked.findsLowestCounts() && asked.addsPair(),
                    KernelsByGroup.TotalsOfLowest::new),
            new Shape(
                    "q4",
                    asked -> asked.tests(2, 0)
                            && asked.hasOnly(TOTALS)
                            && asked.isByName()
                            && asked.addsInts(2)
                            && asked.addsWhatItTests(),
                    KernelsByGroup.TotalsWhereGreater::new),
            new Shape(
                    "q5",
                    asked -> asked.tests(0, 2) && asked.hasOnly(TOTALS) && asked.isByName() && asked.addsTwo(),
                    KernelsByGroup.TotalsWhereEqual::new),
            new Shape(
                    "q6",
                    asked -> asked.tests(0, 1) && asked.hasOnly(HOLDERS) && asked.isOverAll() && asked.findsHolders(),
                    KernelsOfAll.HighestWhereEqualOfColumns::new),
            new Shape(
                    "q7",
                    asked -> asked.tests(0, 1) && asked.hasOnly(SUMS) && asked.isOverAll() && asked.addsPair(),
                    KernelsOfAll.PairWhereEqual::new));

    private KernelShapes() {}

    /** The scan of a fragment that has one of the shapes; else null. */
    static FragmentScan open(Fragment fragment, BlockColumns columns, Kernels kernels) {
        FragmentShape shape = FragmentShape.of(fragment, columns);
        if (shape == null) {
            return null;
        }
        Asked asked = new Asked(fragment, shape, columns, kernels);
        for (Shape each : SHAPES) {
            if (each.isTaken().test(asked)) {
                return new KernelScan(fragment, columns, each.kernel().apply(asked), each.query());
            }
        }
        return null;
    }

    /** A fragment of a simple shape, and what a kernel for it needs. */
    record Asked(Fragment fragment, FragmentShape shape, BlockColumns columns, Kernels kernels) {
        boolean tests(int above, int equal) {
            return shape.above().size() == above && shape.equal().size() == equal;
        }

        boolean hasOnly(Set<AggregateFunction> functions) {
            return fragment.aggregates().stream().allMatch(aggregate -> functions.contains(aggregate.function()));
        }

        boolean isOverAll() {
            return !shape.isGrouped();
        }

        boolean isByName() {
            return shape.isGrouped() && columns.column(shape.group()).cells() == Cells.CODES;
        }

        /** Whether some groups with the lowest numbers of rows or events are wanted: these are never negative. */
        boolean findsLowestCounts() {
            return shape.isGrouped()
                    && fragment.columns().get(shape.group()) instanceof MatrixColumn.Stored stored
                    && stored.column().function() == dev.aimonflink.core.model.AggregateFunction.COUNT
                    && fragment.limit().keepsLowest()
                    && fragment.limit().groups() <= MOST_LOWEST_GROUPS
                    && !fragment.orders().get(0).isDescending();
        }

        boolean addsInts(int count) {
            return shape.arguments().size() == count
                    && shape.arguments().stream().allMatch(each -> isAdded(each, Cells.INTS));
        }

        boolean addsTwo() {
            return shape.arguments().size() == 2
                    && shape.arguments().stream().allMatch(each -> isAdded(each, Cells.INTS, Cells.LONGS));
        }

        /** Two, of which one always has 32 bits. */
        boolean addsPair() {
            return addsTwo() && shape.arguments().stream().anyMatch(each -> isAdded(each, Cells.INTS));
        }

        /** Sums have no nulls. */
        private boolean isAdded(int argument, Cells... cells) {
            VectorColumn column = columns.column(argument);
            return column != null
                    && Encoded.isLong(column.type())
                    && !column.hasEmpty()
                    && Arrays.asList(cells).contains(column.cells());
        }

        boolean addsWhatItTests() {
            return shape.above().stream().map(Above::column).sorted().toList().equals(shape.arguments());
        }

        boolean findsOneMaximum() {
            return shape.arguments().size() == 1 && isMaximum(shape.arguments().get(0));
        }

        /** Whether ids of the greatest values of columns of ints are wanted, and maybe these values. */
        boolean findsHolders() {
            return fragment.aggregates().stream().allMatch(this::isOfHolder)
                    && fragment.aggregates().stream().anyMatch(each -> each.function() == AggregateFunction.ARG_MAX);
        }

        private boolean isOfHolder(AggregateCall aggregate) {
            int last = aggregate.arguments().size() - 1;
            int measure = index(aggregate.arguments().get(last));
            return isMaximum(measure)
                    && columns.column(measure).cells() == Cells.INTS
                    && columns.column(measure).type().isInteger()
                    && (last == 0
                            || isNumberOfEntity(index(aggregate.arguments().get(0))));
        }

        private boolean isNumberOfEntity(int argument) {
            return fragment.columns().get(argument) instanceof MatrixColumn.Key && columns.column(argument) != null;
        }

        static int index(Bound argument) {
            return ((Bound.Field) argument).column().index();
        }

        /** Whether the least cell alone stands for null. */
        private boolean isMaximum(int argument) {
            VectorColumn column = columns.column(argument);
            return column != null
                    && Encoded.isLong(column.type())
                    && column.hasEmpty()
                    && ((column.cells() == Cells.INTS && column.empty() == Integer.MIN_VALUE)
                            || (column.cells() == Cells.LONGS && column.empty() == Long.MIN_VALUE));
        }

        /** Two arguments, the one that may have 64 bits first. */
        int[] pair() {
            int first = shape.arguments().get(0);
            int second = shape.arguments().get(1);
            return columns.column(second).cells() == Cells.LONGS
                    ? new int[] {second, first}
                    : new int[] {first, second};
        }
    }

    /** Whether the cells of a column have 32 bits in the block that is shown. */
    static boolean isNarrow(BlockColumns columns, int column) {
        return columns.column(column).cells() == Cells.INTS || columns.isNarrow(column);
    }
}
