package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.LongColumn;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Query 3.
 *
 * <pre>
 * SELECT number_of_calls_this_week, SUM(total_cost_this_week) / SUM(total_duration_this_week)
 * FROM AnalyticsMatrix
 * GROUP BY number_of_calls_this_week
 * ORDER BY number_of_calls_this_week
 * LIMIT 100
 * </pre>
 *
 * Each partition applies the limit. That is exact: a group among the hundred lowest of all is among the hundred lowest
 * of every partition in which it occurs.
 */
record CostRatioByCalls() implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of();
    static final int LIMIT = 100;

    private static final String CALLS = "number_of_calls_this_week";
    private static final String COST = "total_cost_this_week";
    private static final String DURATION = "total_duration_this_week";

    CostRatioByCalls(Arguments none) {
        this();
    }

    @Override
    public Set<String> columns() {
        return Set.of(CALLS, COST, DURATION);
    }

    @Override
    public Scan open(ScanContext context) {
        int calls = context.columns().index(CALLS);
        int cost = context.columns().index(COST);
        int duration = context.columns().index(DURATION);
        LowestGroups groups = new LowestGroups(LIMIT);
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                LongColumn costs = block.longs(cost);
                if (costs.isNarrow()) {
                    groups.add(block.ints(calls), costs.narrow(), block.ints(duration), rows);
                } else {
                    groups.add(block.ints(calls), costs.wide(), block.ints(duration), rows);
                }
            }

            @Override
            public Partial partial() {
                return new Groups(groups.sums());
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of(CALLS, "cost_per_second");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        ((Groups) merged)
                .sums.forEach((calls, sums) ->
                        rows.add(Arrays.asList((long) calls, Amounts.costPerSecond(sums[0], sums[1]))));
        return rows;
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        TreeMap<Integer, long[]> groups = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            groups.put(in.readInt(), new long[] {in.readLong(), in.readLong()});
        }
        return new Groups(groups);
    }

    /** @param sums by number of calls: cents and seconds */
    private record Groups(NavigableMap<Integer, long[]> sums) implements Partial {
        @Override
        public Partial merge(Partial other) {
            TreeMap<Integer, long[]> merged = new TreeMap<>(sums);
            ((Groups) other)
                    .sums.forEach((calls, theirs) ->
                            merged.merge(calls, theirs, (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]}));
            while (merged.size() > LIMIT) {
                merged.pollLastEntry();
            }
            return new Groups(merged);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(sums.size());
            for (Map.Entry<Integer, long[]> group : sums.entrySet()) {
                out.writeInt(group.getKey());
                out.writeLong(group.getValue()[0]);
                out.writeLong(group.getValue()[1]);
            }
        }
    }
}
