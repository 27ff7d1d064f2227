package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.names.TableColumns;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Catalogue.TextPlanner;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queries of the benchmark: the seven of the papers, and three of the AIM thesis. Each is a named SQL text with named parameters.
 *
 * <p>Averages and ratios are doubles, rounded once: the whole numbers and cents that are divided are exact as doubles.
 */
public final class CallQueries {
    private record Named(String id, String summary, List<Parameter> parameters, String text) {
        Catalogue.Entry entry(BiFunction<String, List<Parameter>, TextPlanner> planners) {
            return new Catalogue.Entry(id, summary, parameters, numbered(), planners.apply(numbered(), parameters));
        }

        /** The text with $1 for the first parameter, and so on. */
        private String numbered() {
            String numbered = text;
            for (int i = 0; i < parameters.size(); i++) {
                numbered = numbered.replace(":" + parameters.get(i).name(), "$" + (i + 1));
            }
            return numbered;
        }
    }

    private static final List<Named> NAMED = List.of(
            new Named(
                    "q1",
                    "average call time a week of those with more than alpha local calls",
                    List.of(Parameter.number("alpha", 1)),
                    """
                    SELECT sum(total_duration_this_week)::double precision / count(*) AS avg_total_duration_this_week
                    FROM AnalyticsMatrix
                    WHERE number_of_local_calls_this_week > :alpha"""),
            new Named(
                    "q2",
                    "highest cost of a call this week of those with more than beta calls",
                    List.of(Parameter.number("beta", 3)),
                    """
                    SELECT max(most_expensive_cost_this_week) AS max_most_expensive_cost_this_week
                    FROM AnalyticsMatrix
                    WHERE number_of_calls_this_week > :beta"""),
            new Named("q3", "cost per second by number of calls this week", List.of(), """
                    SELECT number_of_calls_this_week,
                      (100 * sum(total_cost_this_week))::double precision
                        / (100 * nullif(sum(total_duration_this_week), 0)) AS cost_per_second
                    FROM AnalyticsMatrix
                    GROUP BY number_of_calls_this_week
                    ORDER BY number_of_calls_this_week
                    LIMIT 100"""),
            new Named(
                    "q4",
                    "local calls by city, of those with more than gamma and longer than delta",
                    List.of(Parameter.number("gamma", 5), Parameter.number("delta", 60)),
                    """
                    SELECT city,
                      sum(number_of_local_calls_this_week)::double precision / count(*)
                        AS avg_number_of_local_calls_this_week,
                      sum(total_duration_of_local_calls_this_week)::bigint
                        AS sum_total_duration_of_local_calls_this_week
                    FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip
                    WHERE number_of_local_calls_this_week > :gamma AND total_duration_of_local_calls_this_week > :delta
                    GROUP BY city
                    ORDER BY city"""),
            new Named(
                    "q5",
                    "local and long-distance cost by region, of one subscription type and category",
                    List.of(Parameter.name("subscriptionType", "contract"), Parameter.name("category", "business")),
                    """
                    SELECT region,
                      sum(total_cost_of_local_calls_this_week) AS sum_total_cost_of_local_calls_this_week,
                      sum(total_cost_of_long_distance_calls_this_week)
                        AS sum_total_cost_of_long_distance_calls_this_week
                    FROM AnalyticsMatrix a
                      JOIN SubscriptionType t ON a.subscription_type = t.id
                      JOIN SubscriberCategory c ON a.category = c.id
                      JOIN RegionInfo r ON a.zip = r.zip
                    WHERE t.type = :subscriptionType AND c.category = :category
                    GROUP BY region
                    ORDER BY region"""),
            new Named(
                    "q6",
                    "longest calls of a country",
                    List.of(Parameter.name("country", "Switzerland")),
                    Stream.of(
                                    longest("local", "day"),
                                    longest("local", "week"),
                                    longest("long_distance", "day"),
                                    longest("long_distance", "week"))
                            .collect(Collectors.joining("\nUNION ALL\n"))),
            new Named(
                    "q7",
                    "cost per second of one cell value type",
                    List.of(Parameter.name("cellValueType", "gold")),
                    """
                    SELECT (100 * sum(total_cost_this_week))::double precision
                      / (100 * nullif(sum(total_duration_this_week), 0)) AS cost_per_second
                    FROM AnalyticsMatrix a JOIN CellValueType c ON a.cell_value_type = c.id
                    WHERE c.value = :cellValueType"""),
            new Named("w2", "highest cost of a call this week", List.of(), """
                    SELECT max(most_expensive_cost_this_week) AS max_most_expensive_cost_this_week
                    FROM AnalyticsMatrix"""),
            new Named(
                    "w3",
                    "shortest and longest call time a week of those with fewer than beta calls",
                    List.of(Parameter.number("beta", 3)),
                    """
                    SELECT min(total_duration_this_week) AS min_total_duration_this_week,
                      max(total_duration_this_week) AS max_total_duration_this_week
                    FROM AnalyticsMatrix
                    WHERE number_of_calls_this_week < :beta"""),
            new Named(
                    "flat_rate",
                    "subscriber with the lowest cost per second of one cell value type",
                    List.of(Parameter.name("cellValueType", "gold")),
                    // Ratios that are equal as doubles are compared with more digits.
                    """
                    SELECT subscriber_id AS "subscriberId",
                      (100 * total_cost_this_week)::double precision / (100 * total_duration_this_week)
                        AS cost_per_second
                    FROM AnalyticsMatrix a JOIN CellValueType c ON a.cell_value_type = c.id
                    WHERE c.value = :cellValueType AND total_duration_this_week > 0
                    ORDER BY 2, total_cost_this_week / nullif(total_duration_this_week, 0), 1
                    LIMIT 1"""));

    private static final Pattern WORD = Pattern.compile("\\w+");

    private CallQueries() {}

    /** One of the four rows of query 6; a tie goes to the lowest id. */
    private static String longest(String ofCalls, String window) {
        String column = "longest_duration_of_" + ofCalls + "_calls_this_" + window;
        return """
                SELECT '%s' AS calls, '%s' AS "window",
                  arg_max(subscriber_id, %3$s) AS "subscriberId",
                  max(%3$s) AS "durationSeconds"
                FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip
                WHERE r.country = :country""".formatted(ofCalls, window, column);
    }

    /**
     * The last is the point query:
     *
     * <pre>
     * SELECT :columns FROM AnalyticsMatrix WHERE subscriber_id = :subscriberId
     * </pre>
     *
     * @param tables called when the point query names a column that the model lacks
     */
    public static List<Catalogue.Entry> entries(
            BiFunction<String, List<Parameter>, TextPlanner> planners,
            Supplier<MatrixSchema> schema,
            Supplier<TableColumns> tables) {
        List<Catalogue.Entry> entries = new ArrayList<>();
        NAMED.forEach(each -> entries.add(each.entry(planners)));
        entries.add(EntityQuery.entry(
                CallModel.entityType().name(), CallModel.eventType().key(), schema, tables));
        return entries;
    }

    static List<String> texts() {
        return NAMED.stream().map(Named::text).toList();
    }

    public static Set<String> columns(MatrixSchema schema) {
        return NAMED.stream()
                .flatMap(each -> WORD.matcher(each.text).results())
                .map(MatchResult::group)
                .filter(schema::contains)
                .collect(Collectors.toUnmodifiableSet());
    }
}
