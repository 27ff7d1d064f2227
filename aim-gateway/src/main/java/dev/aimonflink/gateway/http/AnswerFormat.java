package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** A form in which rows are sent. */
enum AnswerFormat {
    JSON("application/json", "application/(?:json|\\*)|\\*/\\*"),
    LINES("application/x-ndjson", "application/(?:x-ndjson|jsonl|json-lines)"),
    CSV("text/csv; charset=utf-8", "text/(?:csv|\\*)"),
    ARROW("application/vnd.apache.arrow.stream", "application/vnd\\.apache\\.arrow\\.stream");

    private final String type;
    private final Pattern accepted;

    AnswerFormat(String type, String accepted) {
        this.type = type;
        this.accepted = Pattern.compile(accepted);
    }

    String type() {
        return type;
    }

    /**
     * The first that a client accepts, in its order; weights are not looked at, but for those of 0.
     *
     * @throws HttpRefusal if it accepts none
     */
    static AnswerFormat of(Call call) {
        String accept = call.header("Accept").orElse("*/*");
        for (String each : accept.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = each.split(";");
            boolean isRefused =
                    Arrays.stream(parts).skip(1).anyMatch(part -> part.strip().matches("q=0(\\.0*)?"));
            for (AnswerFormat format : values()) {
                if (!isRefused && format.accepted.matcher(parts[0].strip()).matches()) {
                    return format;
                }
            }
        }
        throw HttpRefusal.of(
                HttpStatus.NOT_ACCEPTABLE,
                SqlState.NOT_SUPPORTED,
                "None of the types that the client accepts is here. Accept application/json, application/x-ndjson, text/csv or application/vnd.apache.arrow.stream.");
    }
}
