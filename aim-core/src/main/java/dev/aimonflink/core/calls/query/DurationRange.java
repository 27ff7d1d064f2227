package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Extreme.Extremes;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
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
 * Query w3 of the AIM thesis.
 *
 * <pre>
 * SELECT MIN(total_duration_this_week), MAX(total_duration_this_week)
 * FROM AnalyticsMatrix
 * WHERE number_of_calls_this_week &lt; beta
 * </pre>
 *
 * @param mostCalls beta - 1
 */
record DurationRange(int mostCalls) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.number("beta", 3));

    private static final String DURATION = "total_duration_this_week";
    private static final String CALLS = "number_of_calls_this_week";

    DurationRange(Arguments arguments) {
        this(arguments.largestBelow("beta"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(DURATION, CALLS);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        IntHandle duration = context.columns().intHandle(DURATION);
        IntHandle calls = context.columns().intHandle(CALLS);
        return new Scan() {
            private int min = Integer.MAX_VALUE;
            private int max = Integer.MIN_VALUE;

            @Override
            public void scan(Block block, int rows) {
                int[] values = block.ints(duration);
                int[] filter = block.ints(calls);
                min = Math.min(min, kernels.minWhereAtMost(values, filter, mostCalls, rows));
                max = Math.max(max, kernels.maxWhereAtMost(values, filter, mostCalls, rows));
            }

            @Override
            public Partial partial() {
                // A total is never negative, so a maximum below zero means that there was no row.
                return Partial.of(
                        new Extremes(false).add(max < 0 ? null : (Long) (long) min),
                        new Extremes(true).add(max < 0 ? null : (Long) (long) max));
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("min_total_duration_this_week", "max_total_duration_this_week");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return List.of(Arrays.asList(value(merged, 0), value(merged, 1)));
    }

    private static Long value(Partial merged, int state) {
        return (Long) merged.states(state, Extremes.class).value(0);
    }
}
