package dev.aimonflink.bench.experiment;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One measured quantity with its spread.
 *
 * @param name a chart label, such as {@code scan.q1}
 * @param best lowest time or highest rate, and {@code worst} the other end
 * @param value the median of the samples, or a joint value such as a percentile of all latencies
 * @param runs the value in each of several fresh JVMs; empty for one
 */
public record Figure(
        String name,
        Map<String, String> parameters,
        String unit,
        double best,
        double value,
        double worst,
        int samples,
        List<Double> runs) {

    /** What is better. */
    public enum Direction {
        MORE_IS_BETTER,
        LESS_IS_BETTER,
        UNKNOWN
    }

    private static final Set<String> COSTS =
            Set.of("ns", "us", "µs", "ms", "s", "B", "KiB", "MiB", "GiB", "B/op", "CPU-s/s", "CPU-s/million events");

    public Figure {
        runs = runs == null ? List.of() : List.copyOf(runs);
    }

    /** For a time or cost. */
    public static Figure lowIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return lowIsGood(name, parameters, unit, samples, samples.median());
    }

    public static Figure lowIsGood(
            String name, Map<String, String> parameters, String unit, Samples samples, double value) {
        return new Figure(name, parameters, unit, samples.min(), value, samples.max(), samples.count(), List.of());
    }

    /** For a rate. */
    public static Figure highIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return new Figure(
                name, parameters, unit, samples.max(), samples.median(), samples.min(), samples.count(), List.of());
    }

    public double low() {
        return Math.min(best, worst);
    }

    public double high() {
        return Math.max(best, worst);
    }

    public Direction direction() {
        if (COSTS.contains(unit)) {
            return Direction.LESS_IS_BETTER;
        }
        if (unit.endsWith("/s")) {
            return Direction.MORE_IS_BETTER;
        }
        // For an unknown unit, the order of best and worst shows the direction.
        int order = Double.compare(best, worst);
        return order < 0 ? Direction.LESS_IS_BETTER : order > 0 ? Direction.MORE_IS_BETTER : Direction.UNKNOWN;
    }
}
