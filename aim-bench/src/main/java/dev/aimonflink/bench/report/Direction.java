package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import java.util.Set;

/** Whether more of something is better, or less. */
public enum Direction {
    MORE_IS_BETTER,
    LESS_IS_BETTER,
    UNKNOWN;

    private static final Set<String> COSTS =
            Set.of("ns", "us", "µs", "ms", "s", "B", "KiB", "MiB", "GiB", "B/op", "CPU-s/s", "CPU-s/million events");

    public static Direction of(Figure figure) {
        if (COSTS.contains(figure.unit())) {
            return LESS_IS_BETTER;
        }
        if (figure.unit().endsWith("/s")) {
            return MORE_IS_BETTER;
        }
        // Of an unknown unit the one who measured knew which end was the best.
        int order = Double.compare(figure.best(), figure.worst());
        return order < 0 ? LESS_IS_BETTER : order > 0 ? MORE_IS_BETTER : UNKNOWN;
    }
}
