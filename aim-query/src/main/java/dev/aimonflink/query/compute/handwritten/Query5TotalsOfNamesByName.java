package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.CodeIs;
import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import java.util.function.IntToLongFunction;

/**
 * Query 5: the sums of two columns by name, over rows that have two other names.
 *
 * <pre>
 * SELECT region, sum(total_cost_of_local_calls_this_week), sum(total_cost_of_long_distance_calls_this_week)
 * FROM AnalyticsMatrix a, SubscriptionType t, Category c, RegionInfo r
 * WHERE t.type = :subscriptionType AND c.category = :category
 *   AND a.subscription_type = t.id AND a.category = c.id AND a.zip = r.zip
 * GROUP BY region
 * </pre>
 */
final class Query5TotalsOfNamesByName extends TotalsByName {
    private final CodeIs one;
    private final CodeIs other;

    Query5TotalsOfNamesByName(Shape shape, Kernels kernels) {
        super("q5", shape, kernels);
        one = shape.equal().get(0);
        other = shape.equal().get(1);
    }

    static boolean fits(Shape shape) {
        return shape.isByName()
                && shape.tests(0, 2)
                && shape.hasOnly(AggregateFunction.AVG, AggregateFunction.SUM, AggregateFunction.COUNT_ROWS)
                && shape.adds(2, Encoding.INTS, Encoding.LONGS);
    }

    @Override
    void add(VectorColumns columns, int[] groups, int rows) {
        final int[] ones = columns.ints(one.column());
        final int[] others = columns.ints(other.column());
        if (HandwrittenQuery.isNarrow(columns, first) && HandwrittenQuery.isNarrow(columns, second)) {
            kernels.totalByGroupWhereEqual(
                    groups,
                    ones,
                    one.code(),
                    others,
                    other.code(),
                    columns.ints(first),
                    columns.ints(second),
                    totals,
                    0,
                    rows);
            return;
        }
        // Blocks of 64 bits are rare.
        final IntToLongFunction firsts = cells(columns, first);
        final IntToLongFunction seconds = cells(columns, second);
        for (int row = 0; row < rows; row++) {
            if (groups[row] != 0 && ones[row] == one.code() && others[row] == other.code()) {
                totals.addRow(groups[row], firsts.applyAsLong(row), seconds.applyAsLong(row));
            }
        }
    }

    private static IntToLongFunction cells(VectorColumns columns, int column) {
        if (HandwrittenQuery.isNarrow(columns, column)) {
            final int[] narrow = columns.ints(column);
            return row -> narrow[row];
        }
        final long[] wide = columns.longs(column);
        return row -> wide[row];
    }
}
