package dev.aimonflink.sql.bind;

import java.util.Map;
import java.util.Optional;

/** The names of aggregates that only other databases have. */
public final class MissingAggregates {
    /** By the name of an aggregate that there is not, what to write. */
    private static final Map<String, String> INSTEAD = Map.of(
            "string_agg", "Ask for the rows, and put them together where they are read.",
            "array_agg", "Ask for the rows, and put them together where they are read.",
            "json_agg", "Ask for the rows, and put them together where they are read.",
            "jsonb_agg", "Ask for the rows, and put them together where they are read.",
            "median", "Write percentile_cont(0.5) WITHIN GROUP (ORDER BY x).",
            "mode", "Write GROUP BY with ORDER BY count(*) DESC LIMIT 1.",
            "approx_count_distinct", "Use count(DISTINCT x), which is exact.");

    private MissingAggregates() {}

    /** What to write in the place of an aggregate that there is not. */
    public static Optional<String> instead(String name) {
        return Optional.ofNullable(INSTEAD.get(name));
    }
}
