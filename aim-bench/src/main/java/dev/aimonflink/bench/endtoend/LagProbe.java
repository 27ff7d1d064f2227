package dev.aimonflink.bench.endtoend;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.lab.feed.CallFeed;
import dev.aimonflink.lab.meter.Ticker;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Measures how far answers are behind, even while there are none. At a steady pace it publishes markers, each a call more expensive than
 * all before it, and asks for the highest cost. The answer shows the newest marker that it contains, and so the oldest that it misses.
 * Questions do not wait for each other.
 */
final class LagProbe implements AutoCloseable {
    static final Duration PACE = Duration.ofMillis(50);

    /** Longer than anything measured here. */
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(50);

    /** A cent more than the highest cost of a generated call. */
    private static final int FIRST_COST_CENTS = 10_001;

    /** @param lagNanos from the due time of the oldest missing marker to the answer; zero if none is missing */
    private record Observation(long askedNanos, long answeredNanos, long lagNanos) {}

    private final CallFeed events;
    private final Asking client;
    private final long firstId;
    private final LongSupplier clockNanos;
    private final long firstNanos;
    private final List<Observation> observations = new ArrayList<>();
    private Ticker ticker;
    private long published;

    /** @param firstId this id and all above it are free */
    LagProbe(CallFeed events, Asking client, long firstId) {
        this(events, client, firstId, System::nanoTime);
        ticker = new Ticker(PACE, this::tick);
    }

    /** For tests, which call {@link #tick} themselves and have nothing to close. */
    LagProbe(CallFeed events, Asking client, long firstId, LongSupplier clockNanos) {
        this.events = events;
        this.client = client;
        this.firstId = firstId;
        this.clockNanos = clockNanos;
        firstNanos = clockNanos.getAsLong();
    }

    void tick() {
        long number = published++;
        events.publishCall(
                timestampMs -> new Event(firstId + number, timestampMs, 1, (FIRST_COST_CENTS + number) / 100f, true));
        long askedNanos = clockNanos.getAsLong();
        CompletableFuture<?> unused = client.ask(AskedQuery.withDefaults("w2"), ASK_TIMEOUT)
                .whenComplete((result, failure) -> {
                    if (Asking.unanswered(result, failure) == null) {
                        answered(askedNanos, clockNanos.getAsLong(), markersShown(result));
                    }
                });
    }

    private static long markersShown(QueryResult result) {
        Object highest = result.rows().get(0).get(0);
        long cents = highest == null
                ? 0
                : new BigDecimal(highest.toString()).movePointRight(2).longValue();
        return Math.max(0, cents - FIRST_COST_CENTS + 1);
    }

    private synchronized void answered(long askedNanos, long answeredNanos, long shown) {
        long nextDueNanos = firstNanos + shown * PACE.toNanos();
        observations.add(new Observation(askedNanos, answeredNanos, Math.max(0, answeredNanos - nextDueNanos)));
    }

    /** When the first answer within a lag came to a question asked after a time; empty if none has come yet. */
    synchronized OptionalLong firstAnswer(long afterNanos, long maxLagNanos) {
        return observations.stream()
                .filter(each -> each.askedNanos > afterNanos && each.lagNanos <= maxLagNanos)
                .mapToLong(Observation::answeredNanos)
                .min();
    }

    @Override
    public void close() {
        ticker.close();
    }
}
