package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.CostColumn;
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
 * The limit holds in every partition already. That is exact: a group among the hundred lowest of all is among the
 * hundred lowest wherever it occurs.
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
        return new GroupScan(
                context.columns().index(CALLS),
                context.columns().index(COST),
                context.columns().index(DURATION));
    }

    /** Few calls are common and many are rare: small numbers index arrays, the others go to a map. */
    private static final class GroupScan implements Scan {
        private static final int DENSE = 1024;
        private static final int PRUNE_AT = 4 * LIMIT;

        private final int calls;
        private final int cost;
        private final int duration;
        private final boolean[] present = new boolean[DENSE];
        private final long[] cents = new long[DENSE];
        private final long[] seconds = new long[DENSE];
        private final TreeMap<Integer, long[]> sparse = new TreeMap<>();

        GroupScan(int calls, int cost, int duration) {
            this.calls = calls;
            this.cost = cost;
            this.duration = duration;
        }

        @Override
        public void scan(Block block, int rows) {
            final int[] keys = block.ints(calls);
            final CostColumn costs = block.costs(cost);
            final int[] durations = block.ints(duration);
            if (costs.isNarrow()) {
                scanNarrow(keys, costs.narrow(), durations, rows);
            } else {
                scanWide(keys, costs.wide(), durations, rows);
            }
        }

        private void scanNarrow(int[] keys, int[] costs, int[] durations, int rows) {
            for (int i = 0; i < rows; i++) {
                final int key = keys[i];
                if (key < DENSE) {
                    present[key] = true;
                    cents[key] += costs[i];
                    seconds[key] += durations[i];
                } else {
                    addSparse(key, costs[i], durations[i]);
                }
            }
        }

        private void scanWide(int[] keys, long[] costs, int[] durations, int rows) {
            for (int i = 0; i < rows; i++) {
                addSparse(keys[i], costs[i], durations[i]);
            }
        }

        private void addSparse(int key, long costCents, long durationSeconds) {
            long[] sums = sparse.computeIfAbsent(key, fresh -> new long[2]);
            sums[0] += costCents;
            sums[1] += durationSeconds;
            // A group that is pruned is above a hundred others, which stay: it could not come back into the answer.
            while (sparse.size() > PRUNE_AT) {
                sparse.pollLastEntry();
            }
        }

        @Override
        public Partial partial() {
            TreeMap<Integer, long[]> groups = new TreeMap<>(sparse);
            for (int key = 0; key < DENSE; key++) {
                if (present[key]) {
                    groups.merge(key, new long[] {cents[key], seconds[key]}, Groups::add);
                }
            }
            return Groups.lowest(groups);
        }
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
    private record Groups(TreeMap<Integer, long[]> sums) implements Partial {
        static Groups lowest(TreeMap<Integer, long[]> groups) {
            while (groups.size() > LIMIT) {
                groups.pollLastEntry();
            }
            return new Groups(groups);
        }

        static long[] add(long[] ours, long[] theirs) {
            return new long[] {ours[0] + theirs[0], ours[1] + theirs[1]};
        }

        @Override
        public Partial merge(Partial other) {
            TreeMap<Integer, long[]> merged = new TreeMap<>(sums);
            ((Groups) other)
                    .sums.forEach((calls, theirs) ->
                            merged.merge(calls, theirs, (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]}));
            return lowest(merged);
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
