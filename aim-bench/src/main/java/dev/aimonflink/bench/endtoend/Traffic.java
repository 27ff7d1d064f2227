package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.installation.EventStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Publishes calls to Kafka at a rate, from now until closed. */
final class Traffic implements AutoCloseable {
    /** The rate that means no calls; a pacer would take it for no limit. */
    static final int NONE = 0;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final CompletableFuture<Void> running;

    Traffic(EventStream events, int callsPerSecond) {
        running = callsPerSecond == NONE
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(
                        () -> events.run(callsPerSecond, stop::get),
                        task -> new Thread(task, "aim-bench-events").start());
    }

    @Override
    public void close() {
        stop.set(true);
        try {
            running.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The events failed.", e.getCause());
        }
    }
}
