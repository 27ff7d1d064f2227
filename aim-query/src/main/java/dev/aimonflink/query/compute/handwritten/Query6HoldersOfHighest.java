package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.HighestWhereEqual;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.CodeIs;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Query 6: the greatest value of a column or several, and the lowest id of those who have it, over rows that have a name.
 *
 * <pre>
 * SELECT arg_max(subscriber_id, longest_duration_of_local_calls_this_day), max(longest_duration_of_local_calls_this_day)
 * FROM AnalyticsMatrix a, RegionInfo r WHERE a.zip = r.zip AND r.country = :country
 * </pre>
 */
final class Query6HoldersOfHighest extends HandwrittenQuery {
    private final CodeIs filter;
    private final Map<Integer, HighestWhereEqual> holders = new HashMap<>();
    private int ids;

    Query6HoldersOfHighest(Shape shape, Kernels kernels) {
        super("q6");
        filter = shape.equal().get(0);
        for (AggregateCall aggregate : shape.aggregates()) {
            List<Bound> arguments = aggregate.arguments();
            if (aggregate.function() == AggregateFunction.ARG_MAX) {
                ids = Shape.index(arguments.get(0));
            }
            holders.put(
                    Shape.index(arguments.get(arguments.size() - 1)), new HighestWhereEqual(kernels, filter.code()));
        }
    }

    static boolean fits(Shape shape) {
        return !shape.isGrouped()
                && shape.tests(0, 1)
                && shape.hasOnly(AggregateFunction.MAX, AggregateFunction.ARG_MAX)
                && shape.findsHolders();
    }

    @Override
    public void add(VectorColumns columns, int rows) {
        final int[] codes = columns.ints(filter.column());
        holders.forEach((column, holder) ->
                holder.add(columns.ints(column), codes, columns.longs(ids), columns.least(ids), rows));
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
