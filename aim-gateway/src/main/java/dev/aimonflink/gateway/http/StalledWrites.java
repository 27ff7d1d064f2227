package dev.aimonflink.gateway.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts threads that write to a client who takes nothing, which closes its connection. Thread-safe. */
final class StalledWrites {
    private static final int LOOKS = 4;
    private static final int BYTES_OF_A_PIECE = 64 << 10;

    private final Map<Thread, Long> sinceNanos = new ConcurrentHashMap<>();

    /** @param most how long a write may take */
    StalledWrites(Duration most, ScheduledExecutorService clock) {
        long lookMs = Math.max(1, most.toMillis() / LOOKS);
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                () -> sinceNanos.keySet().forEach(thread -> interrupt(thread, most.toNanos())),
                lookMs,
                lookMs,
                TimeUnit.MILLISECONDS);
    }

    /** Never after {@link #end}, when the thread does something else. */
    private void interrupt(Thread thread, long mostNanos) {
        sinceNanos.computeIfPresent(thread, (same, since) -> {
            if (System.nanoTime() - since > mostNanos) {
                thread.interrupt();
            }
            return since;
        });
    }

    /** Whoever takes something, however slowly, is not stalled. */
    OutputStream watched(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                for (int done = 0; done < length; done += BYTES_OF_A_PIECE) {
                    begin();
                    super.out.write(bytes, from + done, Math.min(BYTES_OF_A_PIECE, length - done));
                }
            }
        };
    }

    /** This thread begins to write. */
    void begin() {
        sinceNanos.put(Thread.currentThread(), System.nanoTime());
    }

    /** It has written, or failed. */
    void end() {
        sinceNanos.remove(Thread.currentThread());
        // It may have come after the last write.
        boolean unused = Thread.interrupted();
    }

    /** What may write. */
    interface Writing {
        void run() throws IOException;
    }

    /** Bounds how long something writes. */
    void during(Writing writing) throws IOException {
        begin();
        try {
            writing.run();
        } finally {
            end();
        }
    }

    /** How many threads have written for so long. */
    int longerThan(Duration time) {
        return (int) sinceNanos.values().stream()
                .filter(since -> System.nanoTime() - since > time.toNanos())
                .count();
    }
}
