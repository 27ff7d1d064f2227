package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.Above;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;

/**
 * Query 2: the greatest value of a column, over rows in which another exceeds a number.
 *
 * <pre>
 * SELECT max(most_expensive_call_this_week) FROM AnalyticsMatrix WHERE total_number_of_calls_this_week &gt; :beta
 * </pre>
 */
final class Query2HighestOfSome extends HandwrittenQuery {
    private final int argument;
    private final Above filter;
    private final Kernels kernels;

    private Long highest;

    Query2HighestOfSome(Shape shape, Kernels kernels) {
        super("q2");
        argument = shape.argument(0);
        filter = shape.above().get(0);
        this.kernels = kernels;
    }

    static boolean fits(Shape shape) {
        return !shape.isGrouped()
                && shape.tests(1, 0)
                && shape.hasOnly(AggregateFunction.MAX)
                && shape.arguments().size() == 1
                && shape.isMaximum(shape.argument(0));
    }

    @Override
    public void add(VectorColumns columns, int rows) {
        final int[] tested = columns.ints(filter.column());
        final boolean isNarrow = HandwrittenQuery.isNarrow(columns, argument);
        final long max = isNarrow
                ? kernels.maxWhereGreater(columns.ints(argument), tested, filter.threshold(), 0, rows)
                : kernels.maxWhereGreater(columns.longs(argument), tested, filter.threshold(), 0, rows);
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
