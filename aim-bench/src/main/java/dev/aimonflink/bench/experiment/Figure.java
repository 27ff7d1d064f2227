package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Map;

/**
 * One measured quantity with its spread.
 *
 * @param name a chart label, such as {@code scan.q1}
 * @param parameters what it was measured with
 * @param best the lowest time or the highest rate, and {@code worst} the other end
 * @param value the median of the samples, or what all of them together give, such as a percentile of all latencies
 * @param runs the value in each of several fresh JVMs; empty if there was one
 */
public record Figure(
        String name,
        Map<String, String> parameters,
        String unit,
        double best,
        @JsonAlias("median") double value,
        double worst,
        int samples,
        List<Double> runs) {

    public Figure {
        runs = runs == null ? List.of() : List.copyOf(runs);
    }

    public Figure(
            String name,
            Map<String, String> parameters,
            String unit,
            double best,
            double value,
            double worst,
            int samples) {
        this(name, parameters, unit, best, value, worst, samples, List.of());
    }

    /** A time or a cost: less is better. */
    public static Figure lowIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return lowIsGood(name, parameters, unit, samples, samples.median());
    }

    /** The same with a value that comes from all samples together. */
    public static Figure lowIsGood(
            String name, Map<String, String> parameters, String unit, Samples samples, double value) {
        return new Figure(name, parameters, unit, samples.min(), value, samples.max(), samples.count());
    }

    /** A rate: more is better. */
    public static Figure highIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return new Figure(name, parameters, unit, samples.max(), samples.median(), samples.min(), samples.count());
    }

    /** The lower end of the spread. */
    public double low() {
        return Math.min(best, worst);
    }

    /** The upper end of the spread. */
    public double high() {
        return Math.max(best, worst);
    }
}
