package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import java.io.DataInput;
import java.io.IOException;
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
        return new RegionScan(
                context.columns().index(LOCAL),
                context.columns().index(LONG_DISTANCE),
                Join.membersOfSubscriptionType(context, subscriptionType),
                Join.membersOfCategory(context, category),
                Join.byRegion(context, RegionInfo::region));
    }

    private static final class RegionScan implements Scan {
        private final int local;
        private final int longDistance;
        private final boolean[] types;
        private final boolean[] categories;
        private final Join.ByRegion regions;
        private final long[] rowsOf;
        private final long[] localCents;
        private final long[] longDistanceCents;

        RegionScan(int local, int longDistance, boolean[] types, boolean[] categories, Join.ByRegion regions) {
            this.local = local;
            this.longDistance = longDistance;
            this.types = types;
            this.categories = categories;
            this.regions = regions;
            rowsOf = new long[regions.groups().length];
            localCents = new long[regions.groups().length];
            longDistanceCents = new long[regions.groups().length];
        }

        @Override
        public void scan(Block block, int rows) {
            final int[] typeCodes = block.keys(Attribute.SUBSCRIPTION_TYPE);
            final int[] categoryCodes = block.keys(Attribute.CATEGORY);
            final int[] zips = block.keys(Attribute.ZIP);
            final long[] localCosts = block.longs(local);
            final long[] longDistanceCosts = block.longs(longDistance);
            final int[] regionOf = regions.groupOfCode();
            for (int i = 0; i < rows; i++) {
                if (types[typeCodes[i]] && categories[categoryCodes[i]]) {
                    final int region = regionOf[zips[i]];
                    if (region != Join.NO_GROUP) {
                        rowsOf[region]++;
                        localCents[region] += localCosts[i];
                        longDistanceCents[region] += longDistanceCosts[i];
                    }
                }
            }
        }

        @Override
        public Partial partial() {
            return GroupSums.of(regions.groups(), rowsOf, localCents, longDistanceCents);
        }
    }

    @Override
    public List<String> answerColumns() {
        return List.of("region", "sum_" + LOCAL, "sum_" + LONG_DISTANCE);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        ((GroupSums) merged)
                .sums()
                .forEach((region, cents) ->
                        rows.add(Arrays.asList(region, Amounts.currency(cents[0]), Amounts.currency(cents[1]))));
        return rows;
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        return GroupSums.read(in, 2);
    }
}
