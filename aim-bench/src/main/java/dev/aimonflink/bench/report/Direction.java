package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import java.util.Set;

/** Whether more or less of a figure is better. */
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
        // For an unknown unit, the order of best and worst shows the direction.
        int order = Double.compare(figure.best(), figure.worst());
        return order < 0 ? LESS_IS_BETTER : order > 0 ? MORE_IS_BETTER : UNKNOWN;
    }
}
