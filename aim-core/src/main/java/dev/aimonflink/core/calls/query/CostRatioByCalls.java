package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.column.LongColumn;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.kernel.LowestGroups;
import dev.aimonflink.core.partial.GroupLimit;
import dev.aimonflink.core.partial.LongKeys;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Ratios;
import dev.aimonflink.core.pass.Scan;
import dev.aimonflink.core.pass.ScanContext;
import dev.aimonflink.core.query.Arguments;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.ScanQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

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

    private static final GroupLimit LOWEST = GroupLimit.lowest(LIMIT);

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
        IntHandle calls = context.columns().intHandle(CALLS);
        LongHandle cost = context.columns().longHandle(COST);
        IntHandle duration = context.columns().intHandle(DURATION);
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
                LongKeys numbers = new LongKeys();
                Ratios ratios = new Ratios();
                groups.sums().forEach((number, sums) -> {
                    numbers.add(number);
                    ratios.add(sums.first(), sums.second());
                });
                return Partial.ofGroups(LOWEST, List.of(numbers), List.of(ratios));
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
        LongKeys numbers = merged.keys(0, LongKeys.class);
        Ratios ratios = merged.states(0, Ratios.class);
        for (int row = 0; row < merged.rows(); row++) {
            rows.add(Arrays.asList(numbers.number(row), Amounts.costPerSecond(ratios, row)));
        }
        return rows;
    }
}
