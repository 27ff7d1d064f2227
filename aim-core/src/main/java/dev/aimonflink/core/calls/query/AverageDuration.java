package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.pass.Scan;
import dev.aimonflink.core.pass.ScanContext;
import dev.aimonflink.core.query.Arguments;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.ScanQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Query 1.
 *
 * <pre>
 * SELECT AVG(total_duration_this_week)
 * FROM AnalyticsMatrix
 * WHERE number_of_local_calls_this_week &gt; alpha
 * </pre>
 */
record AverageDuration(int alpha) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.number("alpha", 1));

    private static final String DURATION = "total_duration_this_week";
    private static final String LOCAL_CALLS = "number_of_local_calls_this_week";

    AverageDuration(Arguments arguments) {
        this(arguments.threshold("alpha"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(DURATION, LOCAL_CALLS);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        IntHandle duration = context.columns().intHandle(DURATION);
        IntHandle localCalls = context.columns().intHandle(LOCAL_CALLS);
        return new Scan() {
            /** Cannot overflow: less than 2^31 rows have durations of 32 bits. */
            private final long[] sumAndCount = new long[2];

            @Override
            public void scan(Block block, int rows) {
                kernels.averageWhereGreater(block.ints(duration), block.ints(localCalls), alpha, sumAndCount, rows);
            }

            @Override
            public Partial partial() {
                return Partial.of(new Sums().add(sumAndCount[0]), new Counts().add(sumAndCount[1]));
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("avg_total_duration_this_week");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        long sum = merged.states(0, Sums.class).sumOfInts(0);
        long count = merged.states(1, Counts.class).count(0);
        return List.of(Arrays.asList(Amounts.average(sum, count)));
    }
}
