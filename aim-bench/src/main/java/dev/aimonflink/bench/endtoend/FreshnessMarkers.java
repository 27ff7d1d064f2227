package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.meter.Freshness;
import dev.aimonflink.lab.meter.Ticker;

/**
 * Publishes a marker at every tick until closed, except where the turn of a week might swallow it, and measures how long it takes until an
 * answer shows it. A late tick counts from when it was due.
 */
final class FreshnessMarkers implements AutoCloseable {
    private final Freshness freshness;
    private final EventStream events;
    private final DueLatencies ages = new DueLatencies();
    private final long firstNanos = System.nanoTime();
    private final Ticker ticker;
    private long ticks;

    FreshnessMarkers(Freshness freshness, EventStream events) {
        this.freshness = freshness;
        this.events = events;
        ticker = new Ticker(Freshness.INTERVAL, this::tick);
    }

    private void tick() {
        long dueNanos = firstNanos + ticks * Freshness.INTERVAL.toNanos();
        ticks++;
        if (!events.isBeforeWeekTurn()) {
            freshness.mark(dueNanos, false, ages.begin()::ended);
        }
    }

    DueLatencies.Interval next() {
        return ages.next();
    }

    @Override
    public void close() {
        ticker.close();
    }
}
