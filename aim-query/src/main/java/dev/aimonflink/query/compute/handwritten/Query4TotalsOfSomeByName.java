package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.Above;
import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;

/**
 * Query 4: the sums of two columns by name, over rows in which each exceeds a number.
 *
 * <pre>
 * SELECT city, avg(number_of_local_calls_this_week), sum(total_duration_of_local_calls_this_week)
 * FROM AnalyticsMatrix, RegionInfo
 * WHERE number_of_local_calls_this_week &gt; :gamma AND total_duration_of_local_calls_this_week &gt; :delta
 *   AND AnalyticsMatrix.zip = RegionInfo.zip
 * GROUP BY city
 * </pre>
 */
final class Query4TotalsOfSomeByName extends TotalsByName {
    private final int aboveFirst;
    private final int aboveSecond;

    Query4TotalsOfSomeByName(Shape shape, Kernels kernels) {
        super("q4", shape, kernels);
        Above one = shape.above().get(0);
        Above other = shape.above().get(1);
        aboveFirst = (one.column() == first ? one : other).threshold();
        aboveSecond = (one.column() == first ? other : one).threshold();
    }

    static boolean fits(Shape shape) {
        return shape.isByName()
                && shape.tests(2, 0)
                && shape.hasOnly(AggregateFunction.AVG, AggregateFunction.SUM, AggregateFunction.COUNT_ROWS)
                && shape.adds(2, Encoding.INTS)
                && shape.addsWhatItTests();
    }

    @Override
    void add(VectorColumns columns, int[] groups, int rows) {
        kernels.totalByGroupWhereGreater(
                groups, columns.ints(first), aboveFirst, columns.ints(second), aboveSecond, totals, 0, rows);
    }
}
