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
        return schemas(surroundings.setting("search_path").orElse(""), surroundings.user()).stream()
                .filter(relations::hasSchema)
                .toList();
    }

    /** The names in a {@code search_path}. */
    public static List<String> schemas(String path, String user) {
        return Arrays.stream(path.split(","))
                .map(String::strip)
                .map(schema -> schema.equals(USER_OF_PATH) ? user : schema.replace("\"", ""))
                .toList();
    }
}
