package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.column.LongColumn;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.partial.LowestRatios;
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
 * The flat-rate query of the AIM thesis. Average cost over average duration is total cost over total duration: both are
 * over the same calls. Ratios are compared by cross-multiplication, so ties are true ties and go to the lowest id.
 *
 * <pre>
 * SELECT subscriber_id, total_cost_this_week / total_duration_this_week
 * FROM AnalyticsMatrix a JOIN CellValueType c ON a.cell_value_type = c.id
 * WHERE c.value = :cellValueType AND total_duration_this_week &gt; 0
 * ORDER BY 2, 1
 * LIMIT 1
 * </pre>
 */
record FlatRate(String cellValueType) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.name("cellValueType", "gold"));

    private static final String COST = "total_cost_this_week";
    private static final String DURATION = "total_duration_this_week";

    FlatRate(Arguments arguments) {
        this(arguments.name("cellValueType"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(COST, DURATION);
    }

    @Override
    public Scan open(ScanContext context) {
        LongHandle cost = context.columns().longHandle(COST);
        IntHandle duration = context.columns().intHandle(DURATION);
        CodeHandle valueColumn = Dimension.CELL_VALUE_TYPE.column(context.attributes());
        int value = Dimension.CELL_VALUE_TYPE.code(context.attributes(), cellValueType);
        Kernels kernels = context.kernels();
        return new Scan() {
            private Cheapest best = Cheapest.NONE;

            @Override
            public void scan(Block block, int rows) {
                final int[] codes = block.codes(valueColumn);
                final LongColumn costs = block.longs(cost);
                final int[] durations = block.ints(duration);
                int row = 0;
                while ((row = nextCandidate(costs, durations, codes, row, rows)) < rows) {
                    compare(costs.get(row), durations[row], block.ids()[row]);
                    row++;
                }
            }

            /** The next row that may be as cheap as the cheapest so far. */
            private int nextCandidate(LongColumn costs, int[] durations, int[] codes, int from, int rows) {
                return costs.firstAtMostRatio(kernels, durations, best.ratioNotBelow(), codes, value, from, rows);
            }

            private void compare(long cents, int seconds, long subscriberId) {
                if (best.isBeatenBy(cents, seconds, subscriberId)) {
                    best = new Cheapest(cents, seconds, subscriberId);
                }
            }

            @Override
            public Partial partial() {
                return best.partial();
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("subscriberId", "cost_per_second");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        LowestRatios best = merged.states(0, LowestRatios.class);
        return List.of(
                best.isNone(0)
                        ? Arrays.asList(null, null)
                        : Arrays.asList(best.id(0).number(), Amounts.costPerSecond(best.dividend(0), best.divisor(0))));
    }

    /** @param seconds 0 if there is no subscriber */
    private record Cheapest(long cents, int seconds, long subscriberId) {
        static final Cheapest NONE = new Cheapest(0, 0, 0);

        /** Four roundings to 24 bits, and room to spare. */
        private static final double LOST_BY_FLOATS = 1e-6;

        boolean isNone() {
            return seconds == 0;
        }

        /** More than the ratio by what 32-bit floats may lose of it and of its two parts. */
        float ratioNotBelow() {
            return isNone() ? Float.POSITIVE_INFINITY : (float) ((double) cents / seconds * (1 + LOST_BY_FLOATS));
        }

        boolean isBeatenBy(long theirCents, int theirSeconds, long theirId) {
            if (isNone()) {
                return true;
            }
            int order = LowestRatios.compare(theirCents, theirSeconds, cents, seconds);
            return order < 0 || (order == 0 && theirId < subscriberId);
        }

        Partial partial() {
            LowestRatios ratios = new LowestRatios();
            return Partial.of(isNone() ? ratios.withRows(1) : ratios.add(cents, seconds, EntityId.of(subscriberId)));
        }
    }
}
