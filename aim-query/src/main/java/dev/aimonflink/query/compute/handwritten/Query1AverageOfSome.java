package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.Above;
import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import java.math.BigInteger;

/**
 * Query 1: the average of a column, over rows in which another exceeds a number.
 *
 * <pre>
 * SELECT avg(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week &gt; :alpha
 * </pre>
 */
final class Query1AverageOfSome extends HandwrittenQuery {
    private final int summand;
    private final Above filter;
    private final Kernels kernels;

    /** Cannot overflow: fewer than 2^31 rows have cells of 32 bits. */
    private final long[] sumAndCount = new long[2];

    Query1AverageOfSome(Shape shape, Kernels kernels) {
        super("q1");
        summand = shape.argument(0);
        filter = shape.above().get(0);
        this.kernels = kernels;
    }

    static boolean fits(Shape shape) {
        return !shape.isGrouped()
                && shape.tests(1, 0)
                && shape.hasOnly(AggregateFunction.AVG, AggregateFunction.SUM, AggregateFunction.COUNT_ROWS)
                && shape.adds(1, Encoding.INTS);
    }

    @Override
    public void add(VectorColumns columns, int rows) {
        kernels.averageWhereGreater(
                columns.ints(summand), columns.ints(filter.column()), filter.threshold(), sumAndCount, 0, rows);
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
