package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.lab.meter.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Reads counts at a steady pace, from now until closed, and cuts the readings into intervals afterwards, because the end of the work is not
 * known beforehand. The first count is the one that ends.
 */
public final class Recording implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(20);

    private record Tick(long nanos, long[] counts) {}

    private final LongSupplier[] counts;
    private final List<Tick> ticks = new ArrayList<>();
    private final Ticker ticker;

    public Recording(LongSupplier... counts) {
        this.counts = counts.clone();
        ticker = new Ticker(PACE, () -> tick(System.nanoTime()));
    }

    /** For tests, which pass the time themselves. */
    static Recording byHand(LongSupplier... counts) {
        Recording recording = new Recording(counts);
        recording.close();
        recording.ticks.clear();
        return recording;
    }

    synchronized void tick(long nanos) {
        ticks.add(new Tick(
                nanos, Arrays.stream(counts).mapToLong(LongSupplier::getAsLong).toArray()));
    }

    /**
     * How fast each count grew, in up to {@link Spread#COUNT} intervals; empty if there were too few readings.
     *
     * @param fromNanos end of the warm-up; if the first count ended too soon after, the later half of its time counts
     * @param end of the first count; later readings are left out
     */
    public synchronized List<Samples> perSecond(long fromNanos, long end) {
        List<Tick> before = ticks.stream().filter(tick -> tick.counts[0] < end).toList();
        if (before.size() < 2) {
            return List.of();
        }
        long firstNanos = before.get(0).nanos;
        long lastNanos = before.get(before.size() - 1).nanos;
        long startNanos = Math.min(fromNanos, firstNanos + (lastNanos - firstNanos) / 2);
        List<Tick> taken =
                before.stream().filter(tick -> tick.nanos >= startNanos).toList();
        int intervals = Math.min(Spread.COUNT, taken.size() - 1);
        List<Samples> perSecond = new ArrayList<>();
        for (int count = 0; intervals > 0 && count < counts.length; count++) {
            double[] values = new double[intervals];
            for (int i = 0; i < intervals; i++) {
                Tick begin = taken.get((taken.size() - 1) * i / intervals);
                Tick stop = taken.get((taken.size() - 1) * (i + 1) / intervals);
                values[i] = (stop.counts[count] - begin.counts[count])
                        * Spread.NANOS_PER_SECOND
                        / (stop.nanos - begin.nanos);
            }
            perSecond.add(new Samples(values));
        }
        return perSecond;
    }

    @Override
    public void close() {
        ticker.close();
    }
}
