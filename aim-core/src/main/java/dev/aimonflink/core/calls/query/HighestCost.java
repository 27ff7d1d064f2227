package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Extreme.Extremes;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.column.LongColumn;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.pass.Scan;
import dev.aimonflink.core.pass.ScanContext;
import dev.aimonflink.core.query.Arguments;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.ScanQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Query 2, and w2, which is the same without the filter.
 *
 * <pre>
 * SELECT MAX(most_expensive_cost_this_week)
 * FROM AnalyticsMatrix
 * WHERE number_of_calls_this_week &gt; beta
 * </pre>
 *
 * @param filtered false for w2
 */
record HighestCost(boolean filtered, int beta) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.number("beta", 3));

    private static final String COST = "most_expensive_cost_this_week";
    private static final String CALLS = "number_of_calls_this_week";

    HighestCost(Arguments arguments) {
        this(true, arguments.threshold("beta"));
    }

    static HighestCost ofAll(Arguments none) {
        return new HighestCost(false, 0);
    }

    @Override
    public Set<String> columns() {
        return filtered ? Set.of(COST, CALLS) : Set.of(COST);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        LongHandle cost = context.columns().longHandle(COST);
        IntHandle calls = filtered ? context.columns().intHandle(CALLS) : null;
        return new Scan() {
            private long highest = Long.MIN_VALUE;

            @Override
            public void scan(Block block, int rows) {
                LongColumn costs = block.longs(cost);
                highest = Math.max(
                        highest,
                        filtered
                                ? costs.maxWhereGreater(kernels, block.ints(calls), beta, rows)
                                : costs.max(kernels, rows));
            }

            @Override
            public Partial partial() {
                return Partial.of(new Extremes(true).add(highest == Long.MIN_VALUE ? null : (Long) highest));
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("max_most_expensive_cost_this_week");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        Long cents = (Long) merged.states(0, Extremes.class).value(0);
        return List.of(Arrays.asList(cents == null ? null : Amounts.currency(cents)));
    }
}
