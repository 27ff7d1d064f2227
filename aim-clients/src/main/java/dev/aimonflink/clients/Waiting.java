package dev.aimonflink.clients;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits with a limit. */
public final class Waiting {
    private static final long POLL_MS = 10;

    private Waiting() {}

    /** @param otherwise begins the message if there is no result, such as "The job did not stop" */
    public static <T> T forResult(CompletableFuture<T> future, Duration limit, String otherwise) {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(otherwise + " within " + limit.toMillis() + " ms.", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(otherwise + ": " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(otherwise + ": interrupted.", e);
        }
    }

    /** Whether the condition became true before the limit. */
    public static boolean until(BooleanSupplier condition, Duration limit) {
        return until(condition, limit, POLL_MS);
    }

    /** The same for a condition that is expensive to check. */
    public static boolean until(BooleanSupplier condition, Duration limit, long pollMs) {
        return forValue(() -> Optional.of(condition).filter(BooleanSupplier::getAsBoolean), limit, pollMs)
                .isPresent();
    }

    public static <T> Optional<T> forValue(Supplier<Optional<T>> value, Duration limit, long pollMs) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        Optional<T> found = value.get();
        while (found.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(pollMs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting.", e);
            }
            found = value.get();
        }
        return found;
    }
}
