package dev.aimonflink.query.serve.request;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query as asked, not yet checked.
 *
 * @param query an id of the catalogue
 * @param params {@link Long}s, {@link Double}s, {@link Boolean}s, strings and nulls by name; defaults replace what is absent or null
 */
public record AskedQuery(String query, Map<String, Object> params) {
    public AskedQuery {
        params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    public static AskedQuery withDefaults(String query) {
        return new AskedQuery(query, Map.of());
    }
}
