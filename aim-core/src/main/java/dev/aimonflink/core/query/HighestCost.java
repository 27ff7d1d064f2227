package dev.aimonflink.core.query;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.LongColumn;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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
        int cost = context.columns().index(COST);
        int calls = filtered ? context.columns().index(CALLS) : -1;
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
                return new Highest(highest);
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("max_most_expensive_cost_this_week");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        long cents = ((Highest) merged).cents;
        return List.of(Arrays.asList(cents == Long.MIN_VALUE ? null : Amounts.currency(cents)));
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        return new Highest(in.readLong());
    }

    private record Highest(long cents) implements Partial {
        @Override
        public Partial merge(Partial other) {
            return new Highest(Math.max(cents, ((Highest) other).cents));
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeLong(cents);
        }
    }
}
