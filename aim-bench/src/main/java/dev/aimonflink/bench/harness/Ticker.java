package dev.aimonflink.bench.harness;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Does something at a steady pace, from now until closed. What fails there shows at the end. */
public final class Ticker implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> ticking;

    /** @param tick is done late rather than left out */
    public Ticker(Duration pace, Runnable tick) {
        ticking = clock.scheduleAtFixedRate(tick, 0, pace.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        clock.shutdown();
        try {
            // Nothing but a failure ends it before its time.
            if (ticking.isDone() && !ticking.isCancelled()) {
                ticking.get();
            }
            if (!clock.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("What was done at a steady pace does not end.");
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("What was done at a steady pace failed.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the last tick.", e);
        }
    }
}
