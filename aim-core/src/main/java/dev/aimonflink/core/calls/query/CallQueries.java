package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.names.TableColumns;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.EntityQuery;
import java.util.List;
import java.util.function.Supplier;

/**
 * The entries of the catalogue that models of calls have. The last is the point query:
 *
 * <pre>
 * SELECT :columns FROM AnalyticsMatrix WHERE subscriber_id = :subscriberId
 * </pre>
 */
public final class CallQueries {
    private CallQueries() {}

    /**
     * @param schema called when a query that needs it is bound
     * @param tables called when the point query names a column that is none of the model's
     */
    public static List<Catalogue.Entry> entries(Supplier<MatrixSchema> schema, Supplier<TableColumns> tables) {
        return List.of(
                new Catalogue.Entry(
                        "q1",
                        "average call time a week of those with more than alpha local calls",
                        AverageDuration.PARAMETERS,
                        AverageDuration::new),
                new Catalogue.Entry(
                        "q2",
                        "highest cost of a call this week of those with more than beta calls",
                        HighestCost.PARAMETERS,
                        HighestCost::new),
                new Catalogue.Entry(
                        "q3",
                        "cost per second by number of calls this week",
                        CostRatioByCalls.PARAMETERS,
                        CostRatioByCalls::new),
                new Catalogue.Entry(
                        "q4",
                        "local calls by city, of those with more than gamma and longer than delta",
                        LocalCallsByCity.PARAMETERS,
                        LocalCallsByCity::new),
                new Catalogue.Entry(
                        "q5",
                        "local and long-distance cost by region, of one subscription type and category",
                        CostByRegion.PARAMETERS,
                        CostByRegion::new),
                new Catalogue.Entry("q6", "longest calls of a country", LongestCalls.PARAMETERS, LongestCalls::new),
                new Catalogue.Entry(
                        "q7",
                        "cost per second of one cell value type",
                        CostRatioOfValue.PARAMETERS,
                        CostRatioOfValue::new),
                new Catalogue.Entry("w2", "highest cost of a call this week", List.of(), HighestCost::ofAll),
                new Catalogue.Entry(
                        "w3",
                        "shortest and longest call time a week of those with fewer than beta calls",
                        DurationRange.PARAMETERS,
                        DurationRange::new),
                new Catalogue.Entry(
                        "flat_rate",
                        "subscriber with the lowest cost per second of one cell value type",
                        FlatRate.PARAMETERS,
                        FlatRate::new),
                EntityQuery.entry(
                        CallModel.entityType().name(), CallModel.eventType().key(), schema, tables, "`aim schema`"));
    }
}
