package dev.aimonflink.bench.endtoend;

import dev.aimonflink.lab.meter.QueryClients.Ended;
import java.util.ArrayList;
import java.util.List;

/** Ended questions, with the time of day at which each was due, in epoch milliseconds. Thread-safe. */
final class EndedLog {
    static final double NANOS_PER_MS = 1e6;

    private final long firstMs = System.currentTimeMillis();
    private final long firstNanos;
    private final List<Ended> ended = new ArrayList<>();

    /** @param nowNanos by the clock of the questions */
    EndedLog(long nowNanos) {
        firstNanos = nowNanos;
    }

    long firstMs() {
        return firstMs;
    }

    synchronized void add(Ended each) {
        ended.add(each);
    }

    double dueMs(Ended each) {
        return (double) firstMs + (each.dueNanos() - firstNanos) / NANOS_PER_MS;
    }

    double endedMs(Ended each) {
        return dueMs(each) + each.nanos() / NANOS_PER_MS;
    }

    synchronized List<Ended> all() {
        return List.copyOf(ended);
    }
}
