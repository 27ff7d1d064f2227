package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A form in which rows are sent. */
enum AnswerFormat {
    JSON("application/json", List.of("application/json", "application/*", "*/*")),
    LINES("application/x-ndjson", List.of("application/x-ndjson", "application/jsonl", "application/json-lines")),
    CSV("text/csv; charset=utf-8", List.of("text/csv", "text/*"));

    private final String type;
    private final List<String> accepted;

    AnswerFormat(String type, List<String> accepted) {
        this.type = type;
        this.accepted = accepted;
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
                if (!isRefused && format.accepted.contains(parts[0].strip())) {
                    return format;
                }
            }
        }
        throw HttpRefusal.of(
                HttpStatus.NOT_ACCEPTABLE,
                SqlState.NOT_SUPPORTED,
                "None of the types that the client accepts is here. Accept application/json, application/x-ndjson or text/csv.");
    }
}
