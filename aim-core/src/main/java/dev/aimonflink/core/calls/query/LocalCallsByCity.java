package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.partial.TextKeys;
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
 * Query 4.
 *
 * <pre>
 * SELECT city, AVG(number_of_local_calls_this_week), SUM(total_duration_of_local_calls_this_week)
 * FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip
 * WHERE number_of_local_calls_this_week &gt; gamma AND total_duration_of_local_calls_this_week &gt; delta
 * GROUP BY city
 * ORDER BY city
 * </pre>
 */
record LocalCallsByCity(int gamma, int delta) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.number("gamma", 5), Parameter.number("delta", 60));

    private static final String CALLS = "number_of_local_calls_this_week";
    private static final String DURATION = "total_duration_of_local_calls_this_week";

    LocalCallsByCity(Arguments arguments) {
        this(arguments.threshold("gamma"), arguments.threshold("delta"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(CALLS, DURATION);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        IntHandle calls = context.columns().intHandle(CALLS);
        IntHandle duration = context.columns().intHandle(DURATION);
        CodeHandle cityColumn = Dimension.CITY.column(context.attributes());
        String[] cities = Dimension.CITY.names(context.attributes());
        PairTotals totals = new PairTotals(cities.length);
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                kernels.totalByGroupWhereGreater(
                        block.codes(cityColumn), block.ints(calls), gamma, block.ints(duration), delta, totals, rows);
            }

            @Override
            public Partial partial() {
                return GroupSums.of(cities, totals);
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("city", "avg_" + CALLS, "sum_" + DURATION);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        TextKeys cities = merged.keys(0, TextKeys.class);
        Counts subscribers = merged.states(GroupSums.ROWS, Counts.class);
        Sums calls = merged.states(GroupSums.FIRST, Sums.class);
        Sums durations = merged.states(GroupSums.SECOND, Sums.class);
        for (int row = 0; row < merged.rows(); row++) {
            rows.add(Arrays.asList(
                    cities.text(row),
                    Amounts.average(calls.sumOfInts(row), subscribers.count(row)),
                    durations.sumOfInts(row)));
        }
        return rows;
    }
}
