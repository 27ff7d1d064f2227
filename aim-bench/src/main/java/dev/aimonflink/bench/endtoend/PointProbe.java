package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.job.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Asks about one subscriber after the other at a steady pace, of each partition in turn, whether the last answer is there or
 * not. Such a question takes an event's way to the thread that takes events in, so it waits as long as one does.
 */
final class PointProbe implements AutoCloseable {
    static final Duration PACE = Duration.ofMillis(50);

    /** Longer than anything takes that is measured here. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** @param dueNanos since the first was due */
    private record Waited(long dueNanos, long waitedNanos) {}

    private final Asking client;
    private final Consumer<String> complaints;
    private final int subscribers;
    private final int partitions;
    private final SplittableRandom random;
    private final LongSupplier clockNanos;
    private final long firstNanos;
    private final long firstMs = System.currentTimeMillis();
    private final List<Waited> waits = new ArrayList<>();
    private Ticker ticker;
    private long asked;

    /** @param complaints hears of each question that has no answer */
    PointProbe(Asking client, Consumer<String> complaints, int subscribers, int partitions, long seed) {
        this(client, complaints, subscribers, partitions, seed, System::nanoTime);
        ticker = new Ticker(PACE, this::tick);
    }

    private PointProbe(
            Asking client,
            Consumer<String> complaints,
            int subscribers,
            int partitions,
            long seed,
            LongSupplier clockNanos) {
        this.client = client;
        this.complaints = complaints;
        this.subscribers = subscribers;
        this.partitions = partitions;
        this.clockNanos = clockNanos;
        random = new SplittableRandom(seed);
        firstNanos = clockNanos.getAsLong();
    }

    /** For tests, which tick and tell the time themselves, and have nothing to close. */
    static PointProbe byHand(
            Asking client,
            Consumer<String> complaints,
            int subscribers,
            int partitions,
            long seed,
            LongSupplier clockNanos) {
        return new PointProbe(client, complaints, subscribers, partitions, seed, clockNanos);
    }

    void tick() {
        long number = asked++;
        long dueNanos = number * PACE.toNanos();
        QueryCall call = new QueryCall("subscriber", Map.of("subscriberId", anyOf((int) (number % partitions))));
        CompletableFuture<?> unused = client.ask(call, TIMEOUT).whenComplete((result, failure) -> {
            long waitedNanos = clockNanos.getAsLong() - firstNanos - dueNanos;
            String reason = Asking.unanswered(result, failure);
            if (reason == null) {
                answered(new Waited(dueNanos, waitedNanos));
            } else {
                complaints.accept(call + ": " + reason);
            }
        });
    }

    private long anyOf(int partition) {
        while (true) {
            long id = random.nextLong(subscribers);
            if (KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, partitions)
                    == partition) {
                return id;
            }
        }
    }

    private synchronized void answered(Waited waited) {
        waits.add(waited);
    }

    /** How long the one waited longest that was due from one moment on to another, in epoch milliseconds; zero if none was. */
    synchronized long longestNanos(long fromMs, long toMs) {
        long fromNanos = TimeUnit.MILLISECONDS.toNanos(fromMs - firstMs);
        long toNanos = TimeUnit.MILLISECONDS.toNanos(toMs - firstMs);
        return waits.stream()
                .filter(each -> each.dueNanos >= fromNanos && each.dueNanos < toNanos)
                .mapToLong(Waited::waitedNanos)
                .max()
                .orElse(0);
    }

    /** When the first was due, in epoch milliseconds. */
    long firstMs() {
        return firstMs;
    }

    @Override
    public void close() {
        ticker.close();
    }
}
