package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.LowestGroups;
import dev.aimonflink.matrix.kernel.LowestGroups.PairSum;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Query 3: two sums for each of the groups with the lowest numbers of events. Each partition may apply the limit: a group among the lowest
 * overall is among the lowest of every partition in which it occurs.
 *
 * <pre>
 * SELECT sum(total_cost_this_week) / sum(total_duration_this_week) FROM AnalyticsMatrix
 * GROUP BY number_of_calls_this_week LIMIT 100
 * </pre>
 */
final class Query3SumsOfLowestGroups extends HandwrittenQuery {
    /** With room for several times as many groups, groups are seldom dropped. */
    private static final int MOST_GROUPS = 1_000;

    private final int key;
    private final int[] summands;
    private final LowestGroups totals;
    private List<Map.Entry<Integer, PairSum>> groups;

    Query3SumsOfLowestGroups(Shape shape) {
        super("q3");
        key = shape.group();
        summands = shape.pair();
        totals = new LowestGroups(shape.limit().groups());
    }

    static boolean fits(Shape shape) {
        return shape.isByNumberOfEvents()
                && shape.keepsLowest(MOST_GROUPS)
                && shape.tests(0, 0)
                && shape.hasOnly(AggregateFunction.SUM)
                && shape.addsPair();
    }

    @Override
    public void add(VectorColumns columns, int rows) {
        final int[] keys = columns.ints(key);
        final int[] second = columns.ints(summands[1]);
        if (HandwrittenQuery.isNarrow(columns, summands[0])) {
            totals.add(keys, columns.ints(summands[0]), second, rows);
        } else {
            totals.add(keys, columns.longs(summands[0]), second, rows);
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
        return column == summands[0] ? sums.first() : sums.second();
    }
}
