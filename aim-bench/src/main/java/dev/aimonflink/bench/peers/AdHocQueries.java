package dev.aimonflink.bench.peers;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Questions that no query of the catalogue answers, of the kinds that people ask: wide filters, groups of several columns,
 * expressions, first rows, different values, percentiles. They were chosen before anything was tuned for them.
 *
 * <p>A text serves both dialects. An amount is written as {@code {12.50}}, which is 1250 cents in the peer; a column of names as
 * {@code {city}}. A column of the answer that has amounts ends with {@code _cents}.
 */
public final class AdHocQueries {
    private static final Pattern MARK = Pattern.compile("\\{([^}]+)}");
    private static final Pattern COLUMN = Pattern.compile("[a-z]+(_[a-z]+)*_this_(day|week)");

    private static final Map<String, String> OUR_NAMES = Map.of(
            "matrix", "subscribers", "subscription type", "type", "category", "category_category", "value", "value");

    private static final Map<String, String> PEERS_NAMES = Map.of(
            "matrix",
            "analytics_matrix",
            "subscription type",
            "subscription_type",
            "category",
            "category",
            "value",
            "cell_value_type");

    private static final Map<String, String> TEXTS = new LinkedHashMap<>();

    static {
        TEXTS.put("wide_filter", """
                SELECT count(*) FROM {matrix}
                WHERE number_of_calls_this_week > 5 AND number_of_local_calls_this_week < 20
                    AND total_duration_this_week BETWEEN 600 AND 60000 AND longest_duration_this_day > 60
                    AND total_cost_this_week >= {10.00} AND most_expensive_cost_this_day < {90.00}
                """);
        TEXTS.put("filter_of_alternatives", """
                SELECT count(*), sum(total_duration_this_week) FROM {matrix}
                WHERE number_of_calls_this_day > 10 OR longest_duration_this_week > 3000 OR {city} IN ('Zurich', 'Munich')
                """);
        TEXTS.put("filter_of_names", """
                SELECT {country}, count(*) FROM {matrix}
                WHERE {city} LIKE '%i%' AND {subscription type} IS NOT NULL GROUP BY 1 ORDER BY 1 NULLS LAST
                """);
        TEXTS.put("sum_of_differences", """
                SELECT sum(total_duration_this_week - total_duration_this_day), sum(total_cost_this_week - total_cost_this_day) AS rest_cents
                FROM {matrix} WHERE number_of_calls_this_week > number_of_calls_this_day
                """);
        TEXTS.put("product", """
                SELECT sum(number_of_calls_this_week * longest_duration_this_week) FROM {matrix}
                WHERE number_of_calls_this_week > 0
                """);
        TEXTS.put("choice", """
                SELECT sum(CASE WHEN total_duration_this_day > 1800 THEN number_of_calls_this_day ELSE 0 END),
                    count(CASE WHEN total_cost_this_week > {50.00} THEN 1 END)
                FROM {matrix}
                """);
        TEXTS.put("many_aggregates", """
                SELECT count(*), sum(total_duration_this_day), max(longest_duration_this_day), min(shortest_duration_this_week),
                    max(most_expensive_cost_this_week) AS dearest_cents, sum(total_cost_of_local_calls_this_week) AS local_cents,
                    sum(number_of_long_distance_calls_this_week)
                FROM {matrix}
                """);
        TEXTS.put("averages_and_deviations", """
                SELECT avg(total_duration_this_week), stddev_pop(total_duration_this_week), avg(number_of_calls_this_day),
                    var_pop(number_of_calls_this_week)
                FROM {matrix} WHERE number_of_calls_this_week > 0
                """);
        TEXTS.put("aggregates_of_parts", """
                SELECT count(*) FILTER (WHERE number_of_calls_this_day = 0), count(*) FILTER (WHERE number_of_calls_this_day > 5),
                    sum(total_duration_this_week) FILTER (WHERE number_of_local_calls_this_week > 3),
                    sum(total_cost_this_week) FILTER (WHERE longest_duration_this_week > 1200) AS long_cents
                FROM {matrix}
                """);
        TEXTS.put("group_of_a_name", """
                SELECT {country}, count(*), sum(total_duration_this_week), sum(total_cost_this_week) AS cost_cents
                FROM {matrix} WHERE number_of_calls_this_week > 2 GROUP BY 1 ORDER BY 1 NULLS LAST
                """);
        TEXTS.put("group_of_three_names", """
                SELECT {region}, {category}, {value}, count(*), sum(total_cost_this_week) AS cost_cents
                FROM {matrix} GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3 NULLS LAST
                """);
        TEXTS.put("group_of_names_and_a_number", """
                SELECT {country}, {subscription type}, number_of_calls_this_day, count(*), max(longest_duration_this_day)
                FROM {matrix} GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3
                """);
        TEXTS.put("group_of_an_expression", """
                SELECT number_of_calls_this_week % 10, count(*), sum(total_duration_of_local_calls_this_week)
                FROM {matrix} GROUP BY 1 ORDER BY 1
                """);
        TEXTS.put("group_of_a_choice", """
                SELECT CASE WHEN total_cost_this_week < {10.00} THEN 'low' WHEN total_cost_this_week < {50.00} THEN 'middle'
                        ELSE 'high' END, count(*), avg(total_duration_this_week)
                FROM {matrix} GROUP BY 1 ORDER BY 1
                """);
        TEXTS.put("best_groups", """
                SELECT {city}, sum(total_cost_this_day) AS cost_cents, count(*)
                FROM {matrix} WHERE {city} IS NOT NULL GROUP BY 1 HAVING count(*) > 10 ORDER BY 2 DESC, 1 LIMIT 10
                """);
        TEXTS.put("first_rows", """
                SELECT subscriber_id, total_cost_this_week AS cost_cents FROM {matrix}
                ORDER BY total_cost_this_week DESC, subscriber_id LIMIT 20
                """);
        TEXTS.put("first_rows_of_an_expression", """
                SELECT subscriber_id, total_duration_this_week - total_duration_this_day FROM {matrix}
                WHERE {country} = 'Germany' AND number_of_calls_this_week > 0
                ORDER BY total_duration_this_week - total_duration_this_day DESC, subscriber_id LIMIT 10
                """);
        TEXTS.put("different_numbers", """
                SELECT count(DISTINCT number_of_calls_this_week), count(DISTINCT {city}) FROM {matrix}
                WHERE total_duration_this_week > 0
                """);
        TEXTS.put("different_numbers_in_groups", """
                SELECT {category}, count(DISTINCT number_of_local_calls_this_week) FROM {matrix}
                GROUP BY 1 ORDER BY 1 NULLS LAST
                """);
        TEXTS.put("percentiles", """
                SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY number_of_calls_this_week),
                    percentile_disc(0.99) WITHIN GROUP (ORDER BY number_of_local_calls_this_week)
                FROM {matrix} WHERE number_of_calls_this_week > 0
                """);
    }

    private AdHocQueries() {}

    public static List<String> names() {
        return List.copyOf(TEXTS.keySet());
    }

    static boolean has(String name) {
        return TEXTS.containsKey(name);
    }

    /** The aggregates that the questions read. */
    static Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        TEXTS.values()
                .forEach(text ->
                        COLUMN.matcher(text).results().map(MatchResult::group).forEach(columns::add));
        return columns;
    }

    public static String ours(String name) {
        return MARK.matcher(TEXTS.get(name))
                .replaceAll(mark -> isAmount(mark.group(1)) ? mark.group(1) : name(OUR_NAMES, mark.group(1)));
    }

    static String peers(String name) {
        return MARK.matcher(TEXTS.get(name))
                .replaceAll(mark -> isAmount(mark.group(1))
                        ? new BigDecimal(mark.group(1)).movePointRight(2).toPlainString()
                        : name(PEERS_NAMES, mark.group(1)));
    }

    private static boolean isAmount(String mark) {
        return Character.isDigit(mark.charAt(0));
    }

    private static String name(Map<String, String> names, String mark) {
        return names.getOrDefault(mark, mark);
    }

    /** Whether two answers say the same: exact numbers are equal, and doubles are as close as sums in another order. */
    static boolean areAlike(List<List<Object>> ours, List<List<Object>> theirs) {
        if (ours.size() != theirs.size()) {
            return false;
        }
        for (int row = 0; row < ours.size(); row++) {
            List<Object> left = new ArrayList<>(ours.get(row));
            List<Object> right = new ArrayList<>(theirs.get(row));
            for (int column = 0; column < left.size(); column++) {
                if (left.size() != right.size() || !areAlike(left.get(column), right.get(column))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static final double CLOSE = 1e-9;

    private static boolean areAlike(Object ours, Object theirs) {
        if (!(ours instanceof Number left) || !(theirs instanceof Number right)) {
            return ours == null ? theirs == null : ours.equals(theirs);
        }
        if (ours instanceof Double || theirs instanceof Double) {
            return Math.abs(left.doubleValue() - right.doubleValue()) <= CLOSE * Math.abs(left.doubleValue());
        }
        return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString())) == 0;
    }
}
