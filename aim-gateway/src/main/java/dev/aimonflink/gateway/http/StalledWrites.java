package dev.aimonflink.gateway.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts threads that write to a client who takes nothing, which closes its connection. Thread-safe. */
final class StalledWrites {
    private static final int LOOKS = 4;

    private final Map<Thread, Long> sinceNanos = new ConcurrentHashMap<>();

    /** @param most how long a write may take */
    StalledWrites(Duration most, ScheduledExecutorService clock) {
        long lookMs = Math.max(1, most.toMillis() / LOOKS);
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                () -> sinceNanos.forEach((thread, since) -> {
                    if (System.nanoTime() - since > most.toNanos()) {
                        thread.interrupt();
                    }
                }),
                lookMs,
                lookMs,
                TimeUnit.MILLISECONDS);
    }

    /** This thread begins to write. */
    void begin() {
        sinceNanos.put(Thread.currentThread(), System.nanoTime());
    }

    /** It has written, or failed. */
    void end() {
        sinceNanos.remove(Thread.currentThread());
        // It may have come too late, for the next one.
        boolean unused = Thread.interrupted();
    }

    /** How many threads have written for so long. */
    int longerThan(Duration time) {
        return (int) sinceNanos.values().stream()
                .filter(since -> System.nanoTime() - since > time.toNanos())
                .count();
    }
}
