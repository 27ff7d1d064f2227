package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.local.load.Asking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Asks about one subscriber after the other at a steady pace, of each partition in turn, whether the last answer is there or
 * not. Such a question takes an event's way to the thread that takes events in, so it waits as long as one does.
 */
final class PointProbe implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(50);

    /** Longer than anything takes that is measured here. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * @param dueMs when it was to be asked, in epoch milliseconds
     * @param waitedNanos from then to its answer
     */
    record Waited(long dueMs, long waitedNanos) {}

    private final Asking client;
    private final Consumer<String> complaints;
    private final int subscribers;
    private final int partitions;
    private final int keyGroups;
    private final SplittableRandom random;
    private final List<Waited> waits = new ArrayList<>();
    private final long firstNanos = System.nanoTime();
    private final long firstMs = System.currentTimeMillis();
    private final Ticker ticker;
    private long asked;

    /** @param complaints hears of each question that has no answer */
    PointProbe(Asking client, Consumer<String> complaints, int subscribers, int partitions, int keyGroups, long seed) {
        this.client = client;
        this.complaints = complaints;
        this.subscribers = subscribers;
        this.partitions = partitions;
        this.keyGroups = keyGroups;
        random = new SplittableRandom(seed);
        ticker = new Ticker(PACE, this::tick);
    }

    private void tick() {
        long number = asked++;
        long sinceFirstNanos = number * PACE.toNanos();
        QueryCall call = new QueryCall("subscriber", Map.of("subscriberId", anyOf((int) (number % partitions))));
        CompletableFuture<?> unused = client.ask(call, TIMEOUT).whenComplete((result, failure) -> {
            long waitedNanos = System.nanoTime() - firstNanos - sinceFirstNanos;
            String reason = Asking.unanswered(result, failure);
            if (reason == null) {
                answered(new Waited(firstMs + TimeUnit.NANOSECONDS.toMillis(sinceFirstNanos), waitedNanos));
            } else {
                complaints.accept(call + ": " + reason);
            }
        });
    }

    private long anyOf(int partition) {
        while (true) {
            long id = random.nextLong(subscribers);
            if (KeyGroupRangeAssignment.assignKeyToParallelOperator(id, keyGroups, partitions) == partition) {
                return id;
            }
        }
    }

    private synchronized void answered(Waited waited) {
        waits.add(waited);
    }

    /** How long questions waited that were due from one moment to another, excluded; in the order of their answers. */
    synchronized long[] waitsNanos(long fromMs, long toMs) {
        return waits.stream()
                .filter(each -> each.dueMs >= fromMs && each.dueMs < toMs)
                .mapToLong(Waited::waitedNanos)
                .toArray();
    }

    @Override
    public void close() {
        ticker.close();
    }
}
