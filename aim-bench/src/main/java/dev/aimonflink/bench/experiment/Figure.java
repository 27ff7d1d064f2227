package dev.aimonflink.bench.experiment;

import java.util.Map;

/**
 * One thing that was measured, several times.
 *
 * @param name a chart label, such as {@code scan.q1}
 * @param parameters what it was measured with
 * @param best the lowest time or the highest rate, and {@code worst} the other end
 */
public record Figure(
        String name,
        Map<String, String> parameters,
        String unit,
        double best,
        double median,
        double worst,
        int samples) {

    /** A time, or anything else of which less is better. */
    public static Figure lowIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return new Figure(name, parameters, unit, samples.min(), samples.median(), samples.max(), samples.count());
    }

    /** A rate. */
    public static Figure highIsGood(String name, Map<String, String> parameters, String unit, Samples samples) {
        return new Figure(name, parameters, unit, samples.max(), samples.median(), samples.min(), samples.count());
    }
}
