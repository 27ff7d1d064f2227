package dev.aimonflink.bench.load;

import dev.aimonflink.core.query.Catalogue;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Which queries are asked, and how often each. */
public enum LoadProfile {
    /** The seven of the benchmark, uniformly. */
    SEVEN,
    /** The comparison of streaming systems in the AIM thesis: 40, 40 and 20 percent. */
    Q1_W2_W3,
    /** Half and half. */
    Q1_W2,
    FLAT_RATE;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How often each query id is drawn, relatively. */
    Map<String, Integer> weights() {
        return switch (this) {
            case SEVEN -> Catalogue.BENCHMARK.stream().collect(Collectors.toMap(id -> id, id -> 1));
            case Q1_W2_W3 -> Map.of("q1", 2, "w2", 2, "w3", 1);
            case Q1_W2 -> Map.of("q1", 1, "w2", 1);
            case FLAT_RATE -> Map.of("flat_rate", 1);
        };
    }
}
