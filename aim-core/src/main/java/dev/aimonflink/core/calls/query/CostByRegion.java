package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.LongColumn;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.names.AttributeColumns;
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
 * Query 5.
 *
 * <pre>
 * SELECT region, SUM(total_cost_of_local_calls_this_week), SUM(total_cost_of_long_distance_calls_this_week)
 * FROM AnalyticsMatrix a
 *   JOIN SubscriptionType t ON a.subscription_type = t.id
 *   JOIN SubscriberCategory c ON a.category = c.id
 *   JOIN RegionInfo r ON a.zip = r.zip
 * WHERE t.type = :subscriptionType AND c.category = :category
 * GROUP BY region
 * ORDER BY region
 * </pre>
 */
record CostByRegion(String subscriptionType, String category) implements ScanQuery {
    static final List<Parameter> PARAMETERS =
            List.of(Parameter.name("subscriptionType", "contract"), Parameter.name("category", "business"));

    private static final String LOCAL = "total_cost_of_local_calls_this_week";
    private static final String LONG_DISTANCE = "total_cost_of_long_distance_calls_this_week";

    CostByRegion(Arguments arguments) {
        this(arguments.name("subscriptionType"), arguments.name("category"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(LOCAL, LONG_DISTANCE);
    }

    @Override
    public Scan open(ScanContext context) {
        Kernels kernels = context.kernels();
        LongHandle local = context.columns().longHandle(LOCAL);
        LongHandle longDistance = context.columns().longHandle(LONG_DISTANCE);
        CodeHandle regionColumn = Dimension.REGION.column(context.attributes());
        CodeHandle typeColumn = Dimension.SUBSCRIPTION_TYPE.column(context.attributes());
        CodeHandle categoryColumn = Dimension.CATEGORY.column(context.attributes());
        int type = Dimension.SUBSCRIPTION_TYPE.code(context.attributes(), subscriptionType);
        int categoryCode = Dimension.CATEGORY.code(context.attributes(), category);
        String[] regions = Dimension.REGION.names(context.attributes());
        PairTotals totals = new PairTotals(regions.length);
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {
                final int[] groups = block.codes(regionColumn);
                final int[] types = block.codes(typeColumn);
                final int[] categories = block.codes(categoryColumn);
                final LongColumn a = block.longs(local);
                final LongColumn b = block.longs(longDistance);
                if (a.isNarrow() && b.isNarrow()) {
                    kernels.totalByGroupWhereEqual(
                            groups, types, type, categories, categoryCode, a.narrow(), b.narrow(), totals, rows);
                    return;
                }
                for (int i = 0; i < rows; i++) {
                    if (types[i] == type && categories[i] == categoryCode && groups[i] != AttributeColumns.NONE) {
                        totals.addRow(groups[i], a.get(i), b.get(i));
                    }
                }
            }

            @Override
            public Partial partial() {
                return GroupSums.of(regions, totals);
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("region", "sum_" + LOCAL, "sum_" + LONG_DISTANCE);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        TextKeys regions = merged.keys(0, TextKeys.class);
        Sums local = merged.states(GroupSums.FIRST, Sums.class);
        Sums longDistance = merged.states(GroupSums.SECOND, Sums.class);
        for (int row = 0; row < merged.rows(); row++) {
            rows.add(Arrays.asList(
                    regions.text(row), Amounts.currency(local.sum(row)), Amounts.currency(longDistance.sum(row))));
        }
        return rows;
    }
}
