package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.kernel.Halves;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Ratios;
import dev.aimonflink.core.pass.Scan;
import dev.aimonflink.core.pass.ScanContext;
import dev.aimonflink.core.query.Arguments;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.ScanQuery;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Query 7.
 *
 * <pre>
 * SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week)
 * FROM AnalyticsMatrix a JOIN CellValueType c ON a.cell_value_type = c.id
 * WHERE c.value = :cellValueType
 * </pre>
 */
record CostRatioOfValue(String cellValueType) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.name("cellValueType", "gold"));

    private static final String COST = "total_cost_this_week";
    private static final String DURATION = "total_duration_this_week";

    CostRatioOfValue(Arguments arguments) {
        this(arguments.name("cellValueType"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(COST, DURATION);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        LongHandle cost = context.columns().longHandle(COST);
        IntHandle duration = context.columns().intHandle(DURATION);
        CodeHandle valueColumn = Dimension.CELL_VALUE_TYPE.column(context.attributes());
        int value = Dimension.CELL_VALUE_TYPE.code(context.attributes(), cellValueType);
        return new Scan() {
            private static final int LOW_CENTS = 0;
            private static final int SECONDS = 1;
            private static final int HIGH_CENTS = 2;

            private final long[] sums = new long[3];

            @Override
            public void scan(Block block, int rows) {
                int[] codes = block.codes(valueColumn);
                block.longs(cost).sumPairWhereEqual(kernels, block.ints(duration), codes, value, sums, rows);
            }

            @Override
            public Partial partial() {
                return Partial.of(new Ratios()
                        .add(Halves.sum(sums[HIGH_CENTS], sums[LOW_CENTS]), BigInteger.valueOf(sums[SECONDS])));
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("cost_per_second");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return List.of(Arrays.asList(Amounts.costPerSecond(merged.states(0, Ratios.class), 0)));
    }
}
