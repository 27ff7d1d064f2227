package dev.aimonflink.sql.bind;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The names of aggregates, also of some that only other databases have. */
public final class AggregateNames {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "variance",
            "var_pop",
            "var_samp",
            "bool_and",
            "bool_or",
            "every",
            "percentile_cont",
            "percentile_disc",
            "arg_max",
            "arg_min"));

    private static final Map<String, String> SYNONYMS =
            Map.of("stddev", "stddev_samp", "variance", "var_samp", "every", "bool_and");

    /** By the name of an aggregate that there is not, what to write. */
    private static final Map<String, String> INSTEAD = Map.of(
            "string_agg", "Ask for the rows, and put them together where they are read.",
            "array_agg", "Ask for the rows, and put them together where they are read.",
            "json_agg", "Ask for the rows, and put them together where they are read.",
            "jsonb_agg", "Ask for the rows, and put them together where they are read.",
            "median", "Write percentile_cont(0.5) WITHIN GROUP (ORDER BY x).",
            "mode", "Write GROUP BY with ORDER BY count(*) DESC LIMIT 1.",
            "approx_count_distinct", "Use count(DISTINCT x), which is exact.");

    private AggregateNames() {}

    /** The names of the aggregates that there are. */
    public static Set<String> known() {
        return KNOWN;
    }

    /** The first name of an aggregate that has two. */
    public static String withoutSynonym(String name) {
        return SYNONYMS.getOrDefault(name, name);
    }

    /** What to write in the place of an aggregate that there is not. */
    public static Optional<String> instead(String name) {
        return Optional.ofNullable(INSTEAD.get(name));
    }

    static boolean isOne(String name) {
        return KNOWN.contains(name) || INSTEAD.containsKey(name);
    }
}
