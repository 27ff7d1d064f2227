package dev.aimonflink.gateway.relation;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;

/** What a statement's values can depend on besides its rows: the catalogs, and the connection. */
public record ConnectionContext(Relations relations, Surroundings surroundings) {
    private static final String USER_OF_PATH = "\"$user\"";

    public ZoneId zone() {
        return surroundings.zone();
    }

    /** The existing schemas of {@code search_path}. */
    public List<String> path() {
        return Arrays.stream(surroundings.setting("search_path").orElse("").split(","))
                .map(String::strip)
                .map(schema -> schema.equals(USER_OF_PATH) ? surroundings.user() : schema.replace("\"", ""))
                .filter(relations::hasSchema)
                .toList();
    }
}
