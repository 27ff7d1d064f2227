package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.local.load.Freshness;
import dev.aimonflink.local.load.Percentiles;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** Publishes a marker at every tick, from now until closed. A tick that comes late is due when it should have come. */
final class Markers implements AutoCloseable {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Freshness freshness;
    private final long timestampMs;
    private final long firstNanos = System.nanoTime();
    private final Ticker ticker;
    private long ticks;
    private AbstractHistogram microsBefore;
    private long beforeMs;

    Markers(Freshness freshness, long timestampMs) {
        this.freshness = freshness;
        this.timestampMs = timestampMs;
        begin();
        ticker = new Ticker(Freshness.INTERVAL, this::tick);
    }

    private void tick() {
        freshness.mark(timestampMs, firstNanos + ticks * Freshness.INTERVAL.toNanos(), false);
        ticks++;
    }

    /** What came until now is of the warm-up. */
    void begin() {
        microsBefore = freshness.micros();
        beforeMs = System.currentTimeMillis();
    }

    /** The ages that were found since the last time. */
    Histogram nanosSinceLast() {
        AbstractHistogram micros = freshness.micros();
        Histogram nanos = new Histogram(Percentiles.SIGNIFICANT_DIGITS);
        nanos.setStartTimeStamp(beforeMs);
        beforeMs = System.currentTimeMillis();
        nanos.setEndTimeStamp(beforeMs);
        micros.recordedValues().forEach(each -> {
            long count = each.getCountAtValueIteratedTo() - microsBefore.getCountAtValue(each.getValueIteratedTo());
            if (count > 0) {
                nanos.recordValueWithCount(each.getValueIteratedTo() * NANOS_PER_MICRO, count);
            }
        });
        microsBefore = micros;
        return nanos;
    }

    @Override
    public void close() {
        ticker.close();
    }
}
