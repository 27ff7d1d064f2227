package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL functions that are missing here, each with a substitute. */
final class MissingFunctions {
    private static final String MATCH = "Write regexp_match of the first one, or regexp_split_to_array.";
    private static final String NO_CLOCK = "Write now() or current_date.";
    private static final String NO_CHANCE = "An answer depends on the rows alone. Draw numbers where it is read.";

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("to_number", "Write x::numeric."),
            Map.entry("clock_timestamp", NO_CLOCK),
            Map.entry("current_time", NO_CLOCK),
            Map.entry("localtime", NO_CLOCK),
            Map.entry("regexp_matches", MATCH),
            Map.entry("regexp_split_to_table", MATCH),
            Map.entry("int4and", "It is the operator & of bits. Write mod and div."),
            Map.entry("int4or", "It is the operator | of bits. Write mod and div."),
            Map.entry("json_object_field", "It is the operator -> of json. Ask for the columns one by one."),
            Map.entry("json_object_field_text", "It is the operator ->> of json. Ask for the columns one by one."),
            Map.entry("current_user", "Write \"user\" in double quotes if it is a name."),
            Map.entry("random", NO_CHANCE),
            Map.entry("gen_random_uuid", NO_CHANCE));

    private MissingFunctions() {}

    /** Empty if PostgreSQL has no such function either, or there is no substitute. */
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
