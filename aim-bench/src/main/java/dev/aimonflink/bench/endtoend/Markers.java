package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.bench.load.DueInterval;
import dev.aimonflink.bench.load.DueLatencies;
import dev.aimonflink.local.load.Freshness;

/** Publishes a marker at every tick, from now until closed. A late tick counts from when it was due. */
final class Markers implements AutoCloseable {
    private final Freshness freshness;
    private final DueLatencies ages = new DueLatencies();
    private final long firstNanos = System.nanoTime();
    private final Ticker ticker;
    private long ticks;

    Markers(Freshness freshness) {
        this.freshness = freshness;
        ticker = new Ticker(Freshness.INTERVAL, this::tick);
    }

    private void tick() {
        long dueNanos = firstNanos + ticks * Freshness.INTERVAL.toNanos();
        freshness.mark(dueNanos, false, ages.begin()::ended);
        ticks++;
    }

    /** Begins the next interval and returns the last one. */
    DueInterval nextInterval() {
        return ages.next();
    }

    @Override
    public void close() {
        ticker.close();
    }
}
