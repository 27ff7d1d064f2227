package dev.aimonflink.core.calls;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The schemas that have a name. */
public final class Presets {
    private static final Map<String, SchemaDefinition> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("aim-42", SchemaDefinition.benchmark(1));
        BY_NAME.put("aim-546", SchemaDefinition.benchmark(13));
    }

    private Presets() {}

    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    public static Optional<SchemaDefinition> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
