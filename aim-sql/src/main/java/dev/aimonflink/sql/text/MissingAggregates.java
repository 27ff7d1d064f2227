package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.Map;
import java.util.Optional;

/** Aggregates that only other databases have. */
public final class MissingAggregates {
    private static final String ROWS =
            "Ask for the rows themselves with ORDER BY, and put them together where they are read.";

    /** What to write instead, by name. */
    private static final Map<String, String> INSTEAD = Map.of(
            "json_agg",
            ROWS,
            "jsonb_agg",
            ROWS,
            "median",
            "Write percentile_cont(0.5) WITHIN GROUP (ORDER BY x).",
            "approx_count_distinct",
            "Use count(DISTINCT x), which is exact.");

    private MissingAggregates() {}

    public static boolean contains(String name) {
        return INSTEAD.containsKey(name);
    }

    public static Optional<SqlException> refusal(String name, int position) {
        return Optional.ofNullable(INSTEAD.get(name))
                .map(instead -> new SqlException(
                        SqlState.NOT_SUPPORTED, position, "The aggregate " + name + " is not supported. " + instead));
    }
}
