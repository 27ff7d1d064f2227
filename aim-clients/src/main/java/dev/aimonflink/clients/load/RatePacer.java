package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Computes when to send at a target rate that does not depend on the receiver's speed: event k is due k intervals after the first. Events
 * are handed out in batches of what became due since the last. A sender more than {@link #CATCH_UP_NANOS} behind skips the rest for good,
 * so that a stall is never followed by a burst. For one thread.
 */
public final class RatePacer {
    /** As fast as possible. */
    public static final double UNLIMITED = 0;

    public static final double MAX_RATE = 1e9;

    /** The most that a sender makes up for. */
    public static final long CATCH_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Callers look at clocks and limits between batches. */
    public static final int MAX_BATCH = 1_000;

    /** Shorter sleeps cost more than they bring. */
    static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Callers look at clocks and limits even where hardly anything is due. */
    static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final double NANOS_PER_SECOND = 1e9;

    /** Waits for about so long. */
    interface Sleep {
        void nanos(long nanos);
    }

    private final double rate;
    private final long maxBacklog;
    private final NanoClock clock;
    private final Sleep sleep;
    private boolean started;
    private long startNanos;
    private long handedOut;
    private long skipped;

    /** @param eventsPerSecond {@link #UNLIMITED} for as fast as possible */
    public RatePacer(double eventsPerSecond) {
        this(eventsPerSecond, NanoClock.SYSTEM, LockSupport::parkNanos);
    }

    RatePacer(double eventsPerSecond, NanoClock clock, Sleep sleep) {
        // Negated, so that NaN fails, too.
        if (!(eventsPerSecond >= 0 && eventsPerSecond <= MAX_RATE)) {
            throw new InvalidInputException("rate=" + eventsPerSecond + " is outside 0.." + (long) MAX_RATE
                    + " a second. Give a number inside; 0 means as fast as possible.");
        }
        this.rate = eventsPerSecond;
        this.maxBacklog = Math.max(1, (long) (rate * CATCH_UP_NANOS / NANOS_PER_SECOND));
        this.clock = clock;
        this.sleep = sleep;
    }

    /**
     * Waits a limited time until something is due; returns how many events to send now: 0 to {@link #MAX_BATCH}. The first call starts the
     * schedule.
     */
    public int awaitBatch() {
        if (rate == UNLIMITED) {
            return MAX_BATCH;
        }
        if (!started) {
            started = true;
            startNanos = clock.nanoTime();
        }
        long due = dueNow();
        if (due == 0) {
            sleep.nanos(Math.max(TICK_NANOS, Math.min(MAX_WAIT_NANOS, untilNextNanos())));
            due = dueNow();
        }
        if (due > maxBacklog) {
            skipped += due - maxBacklog;
            due = maxBacklog;
        }
        int batch = (int) Math.min(MAX_BATCH, due);
        handedOut += batch;
        return batch;
    }

    public void run(BooleanSupplier stop, Runnable event) {
        while (!stop.getAsBoolean()) {
            int due = awaitBatch();
            for (int i = 0; i < due; i++) {
                event.run();
            }
        }
    }

    private long dueNow() {
        double elapsedNanos = clock.nanoTime() - startNanos;
        // The first is due at once.
        long scheduled = (long) (elapsedNanos * rate / NANOS_PER_SECOND) + 1;
        return Math.max(0, scheduled - handedOut - skipped);
    }

    private long untilNextNanos() {
        double nextNanos = (handedOut + skipped) * NANOS_PER_SECOND / rate;
        return (long) nextNanos - (clock.nanoTime() - startNanos);
    }

    /** How many scheduled events were dropped, because the sender was too slow. */
    public long skipped() {
        return skipped;
    }
}
