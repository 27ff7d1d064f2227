package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.AbstractHistogram;

/** How many answers came and how long they took, interval by interval. */
public final class Latencies {
    private static final double NANOS_PER_MS = 1e6;

    private record Interval(AbstractHistogram nanos, double seconds) {}

    private final List<Interval> intervals = new ArrayList<>();

    public void add(AbstractHistogram nanos, double seconds) {
        intervals.add(new Interval(nanos, seconds));
    }

    public Samples perSecond() {
        return samples(intervals, interval -> interval.nanos.getTotalCount() / interval.seconds);
    }

    /** Of the intervals that have an answer; one has to. */
    public Samples percentileMs(double percentile) {
        return samples(
                intervals.stream()
                        .filter(interval -> interval.nanos.getTotalCount() > 0)
                        .toList(),
                interval -> interval.nanos.getValueAtPercentile(percentile) / NANOS_PER_MS);
    }

    public boolean isEmpty() {
        return intervals.stream().allMatch(interval -> interval.nanos.getTotalCount() == 0);
    }

    private static Samples samples(List<Interval> intervals, ToDoubleFunction<Interval> value) {
        return new Samples(intervals.stream().mapToDouble(value).toArray());
    }
}
