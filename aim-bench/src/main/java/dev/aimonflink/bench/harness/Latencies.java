package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.lab.meter.DueLatencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one measurement, by interval of their due time. A percentile is of all latencies together; the intervals only give its
 * spread, because the median of five tails is not the tail.
 */
public final class Latencies {
    private static final double NANOS_PER_MS = 1e6;

    private final List<DueLatencies.Interval> intervals = new ArrayList<>();
    private Samples answersPerSecond = new Samples(0);

    public void add(DueLatencies.Interval interval) {
        intervals.add(interval);
    }

    void answersPerSecond(Samples perSecond) {
        answersPerSecond = perSecond;
    }

    /** Zero if not counted. */
    public double answersPerSecond() {
        return answersPerSecond.median();
    }

    /** Whether everything due has ended. */
    public boolean isComplete() {
        return intervals.stream().allMatch(DueLatencies.Interval::isComplete);
    }

    public boolean isEmpty() {
        return intervals.isEmpty() || pooled().getTotalCount() == 0;
    }

    List<Histogram> nanos() {
        return intervals.stream().map(DueLatencies.Interval::nanos).toList();
    }

    private Histogram pooled() {
        return pooled(nanos());
    }

    static Histogram pooled(List<Histogram> parts) {
        Histogram all = new Histogram(parts.get(0).getNumberOfSignificantValueDigits());
        parts.forEach(all::add);
        return all;
    }

    /** A percentile of all latencies, at least one. */
    public double percentileMs(double percentile) {
        return percentileMs(pooled(), percentile);
    }

    static double percentileMs(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / NANOS_PER_MS;
    }

    /** A percentile of all latencies as a figure, with each interval's as its spread. */
    public Figure figure(String name, Map<String, String> parameters, double percentile) {
        return Figure.lowIsGood(name, parameters, "ms", spread(nanos(), percentile), percentileMs(percentile));
    }

    /** An interval in which nothing was due counts as slow as the slowest before it, because all clients waited. */
    static Samples spread(List<Histogram> parts, double percentile) {
        double slowestMs = percentileMs(pooled(parts), 100);
        double[] values = new double[parts.size()];
        for (int i = 0; i < values.length; i++) {
            boolean isEmpty = parts.get(i).getTotalCount() == 0;
            values[i] = isEmpty ? slowestMs : percentileMs(parts.get(i), percentile);
            slowestMs = isEmpty ? slowestMs : percentileMs(parts.get(i), 100);
        }
        return new Samples(values);
    }
}
