package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import java.util.Map;
import java.util.Optional;

/** Functions of PostgreSQL that are not there, each with what does the same. */
final class MissingFunctions {
    private static final String OF_TIMES = "Write extract(hour FROM x) and the like, or x::text.";
    private static final String MATCH = "Write x ~ 'pattern' as a condition, and strpos and substring for a part.";
    private static final String SECONDS = "Compute in seconds, with extract(epoch FROM x).";
    private static final String NO_CLOCK = "Write now() or current_date.";
    private static final String NO_CHANCE = "An answer depends on the rows alone. Draw numbers where it is read.";

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("to_char", "Of times: " + OF_TIMES + " Of numbers: write round(x, 2)::text and lpad."),
            Map.entry("to_date", "Write timestamptz '2026-01-31'."),
            Map.entry("to_timestamp", "Write timestamptz '2026-01-31 12:00:00Z'."),
            Map.entry("to_number", "Write x::numeric."),
            Map.entry("age", SECONDS),
            Map.entry("date_bin", "Write date_trunc('hour', x)."),
            Map.entry("make_interval", SECONDS),
            Map.entry("clock_timestamp", NO_CLOCK),
            Map.entry("current_time", NO_CLOCK),
            Map.entry("localtime", NO_CLOCK),
            Map.entry("localtimestamp", NO_CLOCK),
            Map.entry("regexp_count", MATCH),
            Map.entry("regexp_instr", MATCH),
            Map.entry("regexp_like", MATCH),
            Map.entry("regexp_match", MATCH),
            Map.entry("regexp_matches", MATCH),
            Map.entry("regexp_replace", MATCH),
            Map.entry("regexp_split_to_array", MATCH),
            Map.entry("regexp_split_to_table", MATCH),
            Map.entry("regexp_substr", MATCH),
            Map.entry("format", "Write concat(a, b) or a || b."),
            Map.entry("md5", "Compute it where the answer is read."),
            Map.entry("random", NO_CHANCE),
            Map.entry("gen_random_uuid", NO_CHANCE));

    private MissingFunctions() {}

    /** Empty if PostgreSQL has no such function either, or nothing does the same. */
    static Optional<SqlException> error(Expression.Call call) {
        if (WindowFunction.named(call.function()).isPresent()) {
            return Optional.of(new SqlException(
                    SqlState.WRONG_OBJECT_TYPE,
                    call.position(),
                    "The function " + call.function() + " is one of a window. Write " + call.function()
                            + "(...) OVER (ORDER BY ...)."));
        }
        return Optional.ofNullable(INSTEAD.get(call.function()))
                .map(instead -> new SqlException(
                        SqlState.NOT_SUPPORTED,
                        call.position(),
                        "The function " + call.function() + " is not supported. " + instead));
    }
}
