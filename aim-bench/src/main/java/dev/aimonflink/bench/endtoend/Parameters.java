package dev.aimonflink.bench.endtoend;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a figure was measured with, in the order in which it is told. */
final class Parameters {
    private final Map<String, String> values = new LinkedHashMap<>();

    Parameters with(String name, Object value) {
        values.put(name, String.valueOf(value));
        return this;
    }

    Map<String, String> map() {
        return Collections.unmodifiableMap(values);
    }
}
