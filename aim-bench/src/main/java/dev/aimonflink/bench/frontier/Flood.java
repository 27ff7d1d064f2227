package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/** Publishes calls as fast as a system applies them, with some ahead in the topic, from now until closed. */
final class Flood implements AutoCloseable {
    /** More than two of the largest batches, so that nobody waits for calls. */
    private static final long MOST_AHEAD = 500_000;

    private static final int AT_ONCE = 20_000;

    /** How often the applied calls are looked at, which costs our job some work. */
    private static final long LOOK_MS = 20;

    /** How late it may notice that it is closed. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final CompletableFuture<Void> running;
    private volatile boolean isClosed;

    Flood(EventStream events, LongSupplier applied) {
        running = CompletableFuture.runAsync(
                () -> publish(events, applied), task -> new Thread(task, "aim-bench-flood").start());
    }

    private void publish(EventStream events, LongSupplier applied) {
        while (!isClosed) {
            if (Waiting.until(() -> events.published() - applied.getAsLong() < MOST_AHEAD, LOOK_AGAIN, LOOK_MS)) {
                events.publishAll(AT_ONCE);
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            running.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The events failed.", e.getCause());
        }
    }
}
