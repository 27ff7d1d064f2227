package dev.aimonflink.lab.meter;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs a task at a steady pace, from now until closed, which throws if the task failed. */
public final class Ticker implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> ticking;

    /** @param tick runs late rather than not at all */
    public Ticker(Duration pace, Runnable tick) {
        ticking = clock.scheduleAtFixedRate(tick, 0, pace.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        clock.shutdown();
        try {
            // Only a failure ends it early.
            if (ticking.isDone() && !ticking.isCancelled()) {
                ticking.get();
            }
            if (!clock.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The periodic task does not end.");
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("The periodic task failed.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the last tick.", e);
        }
    }
}
