package dev.aimonflink.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The queries in DuckDB's SQL. A query with a dimension is asked in two ways, because the matrix has its dimensions joined
 * when a profile arrives: {@code joined}, as the papers write it, and {@code denormalised}, over columns of names that
 * were joined when the rows were loaded. All statements were the fastest exact ones found for DuckDB 1.5.
 *
 * <p>Sums are exact integers. A ratio is one division of two doubles, each the cast of such a sum, as in the engine;
 * {@code AVG} would divide in 80 bits and round twice.
 */
final class DuckDbSql {
    static final String PLAIN = "plain";
    private static final String JOINED = "joined";
    private static final String JOINED_LATE = "joined late";
    private static final String DENORMALISED = "denormalised";

    /** The end of the names of columns that become amounts. */
    static final String CENTS = "_cents";

    /** @param parameters of the query, in the order in which they are {@code $1}, {@code $2} and so on */
    record Statement(String way, String sql, List<String> parameters) {}

    private static final String RATIO =
            "sum(total_cost_this_week)::DOUBLE / (100::DOUBLE * nullif(sum(total_duration_this_week), 0)::DOUBLE)";

    private static final Map<String, List<Statement>> STATEMENTS = Map.of(
            "q1", List.of(new Statement(PLAIN, """
                    SELECT sum(total_duration_this_week)::DOUBLE / count(*)::DOUBLE
                    FROM analytics_matrix
                    WHERE number_of_local_calls_this_week > $1
                    """, List.of("alpha"))),
            "q2", List.of(new Statement(PLAIN, """
                    SELECT max(most_expensive_cost_this_week) AS max_cents
                    FROM analytics_matrix
                    WHERE number_of_calls_this_week > $1
                    """, List.of("beta"))),
            "q3", List.of(new Statement(PLAIN, """
                    SELECT number_of_calls_this_week, %s
                    FROM analytics_matrix
                    GROUP BY number_of_calls_this_week
                    ORDER BY number_of_calls_this_week
                    LIMIT 100
                    """.formatted(RATIO), List.of())),
            "q4", localCallsByCity(),
            "q5", inBothWays("""
                    SELECT d.region,
                        sum(total_cost_of_local_calls_this_week)::BIGINT AS local_cents,
                        sum(total_cost_of_long_distance_calls_this_week)::BIGINT AS long_distance_cents
                    FROM %s
                    GROUP BY 1
                    ORDER BY 1
                    """, """
                    analytics_matrix
                        JOIN subscription_type t ON subscription_type_id = t.id
                        JOIN subscriber_category c ON category_id = c.id
                        JOIN region_info d ON zip_id = d.id
                    WHERE t.type = $1 AND c.category = $2
                    """, """
                    analytics_matrix d
                    WHERE region IS NOT NULL
                        AND subscription_type = TRY_CAST($1 AS subscription_type_name)
                        AND category = TRY_CAST($2 AS category_name)
                    """, List.of("subscriptionType", "category")),
            "q6", inBothWays(longestCalls(), """
                    analytics_matrix JOIN region_info d ON zip_id = d.id
                    WHERE d.country = $1
                    """, """
                    analytics_matrix
                    WHERE country = TRY_CAST($1 AS country_name)
                    """, List.of("country")),
            "q7", inBothWays("SELECT " + RATIO + "\nFROM %s", """
                    analytics_matrix JOIN cell_value_type d ON cell_value_type_id = d.id
                    WHERE d.value = $1
                    """, """
                    analytics_matrix
                    WHERE cell_value_type = TRY_CAST($1 AS cell_value_type_name)
                    """, List.of("cellValueType")));

    private DuckDbSql() {}

    static List<Statement> of(String query) {
        return STATEMENTS.get(query);
    }

    /** @param sql has {@code %s} wherever the rows come from */
    private static List<Statement> inBothWays(String sql, String joined, String denormalised, List<String> parameters) {
        return List.of(
                new Statement(JOINED, sql.replace("%s", joined), parameters),
                new Statement(DENORMALISED, sql.replace("%s", denormalised), parameters));
    }

    /** Grouping before the join is faster, and DuckDB does not do it by itself. */
    private static List<Statement> localCallsByCity() {
        List<String> parameters = List.of("gamma", "delta");
        List<Statement> statements = new ArrayList<>(inBothWays("""
                SELECT d.city,
                    sum(number_of_local_calls_this_week)::DOUBLE / count(*)::DOUBLE,
                    sum(total_duration_of_local_calls_this_week)::BIGINT
                FROM %s
                    AND number_of_local_calls_this_week > $1 AND total_duration_of_local_calls_this_week > $2
                GROUP BY 1
                ORDER BY 1
                """, """
                analytics_matrix JOIN region_info d ON zip_id = d.id
                WHERE true
                """, """
                analytics_matrix d
                WHERE city IS NOT NULL
                """, parameters));
        statements.add(new Statement(JOINED_LATE, """
                SELECT city, sum(calls)::DOUBLE / sum(subscribers)::DOUBLE, sum(seconds)::BIGINT
                FROM (
                    SELECT zip_id, sum(number_of_local_calls_this_week) AS calls, count(*) AS subscribers,
                        sum(total_duration_of_local_calls_this_week) AS seconds
                    FROM analytics_matrix
                    WHERE number_of_local_calls_this_week > $1 AND total_duration_of_local_calls_this_week > $2
                    GROUP BY zip_id
                ) JOIN region_info d ON zip_id = d.id
                GROUP BY 1
                ORDER BY 1
                """, parameters));
        return statements;
    }

    /**
     * One pass for the four maxima and one for the lowest ids that hold them. Four times ORDER BY and LIMIT 1 take a
     * quarter longer. {@code arg_max} would take a tenth less, but finds any of several holders.
     */
    private static String longestCalls() {
        List<String> maxima = new ArrayList<>();
        List<String> holders = new ArrayList<>();
        List<String> isHolder = new ArrayList<>();
        List<String> contests = new ArrayList<>();
        for (String calls : List.of("local", "long_distance")) {
            for (String window : List.of("day", "week")) {
                String contest = calls + "_" + window;
                String column = "longest_duration_of_" + calls + "_calls_this_" + window;
                maxima.add("max(" + column + ") AS " + contest);
                holders.add("min(subscriber_id) FILTER (" + column + " = " + contest + ") AS " + contest + "_holder");
                isHolder.add(column + " = " + contest);
                contests.add("SELECT '" + calls + "', '" + window + "', " + contest + "_holder, " + contest
                        + " FROM longest, holders");
            }
        }
        return """
                WITH longest AS MATERIALIZED (SELECT %s FROM %%s),
                holders AS MATERIALIZED (SELECT %s FROM longest, %%s AND (%s))
                %s
                """.formatted(
                        String.join(", ", maxima),
                        String.join(", ", holders),
                        String.join(" OR ", isHolder),
                        String.join("\nUNION ALL\n", contests));
    }
}
