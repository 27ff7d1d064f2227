package dev.aimonflink.clients;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The attributes of one entity of a model.
 *
 * @param key a {@code Long} or a {@code String}, as the model says
 * @param attributes by name, each a {@code Boolean}, {@code Long}, {@code BigDecimal}, {@code Double} or {@code String}
 */
public record ModelProfile(Object key, Map<String, Object> attributes) {
    public ModelProfile {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }
}
