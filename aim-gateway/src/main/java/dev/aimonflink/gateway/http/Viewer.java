package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Gets events as they come, as Server-Sent Events: whenever it takes something, what is newest then, never a queue. So a slow one misses some
 * and holds up nobody. Woken by any thread.
 */
abstract class Viewer {
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** How long a user who may no longer watch still may, while nothing comes. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The same while much comes. */
    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final byte[] BEGINNING = "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = event("", "end", "{\"reason\":\"The token has expired, or was removed.\"}");

    private final StalledWrites stalled;
    private final BooleanSupplier isStillKnown;
    private final OutputStream out;
    private long writtenNanos;
    private long knownNanos = System.nanoTime();
    private boolean isWoken = true;

    /**
     * Begins to answer.
     *
     * @param isStillKnown whether its user may still watch
     */
    Viewer(Call call, Viewers viewers, BooleanSupplier isStillKnown) throws IOException {
        stalled = viewers.stalled();
        this.isStillKnown = isStillKnown;
        out = stalled.watched(call.stream("text/event-stream"));
        write(BEGINNING);
    }

    /** @param id empty for none */
    static byte[] event(String id, String kind, String data) {
        return ((id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: " + data + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What is written when nothing else is for long. */
    byte[] heartbeat() {
        return HEARTBEAT;
    }

    /** Writes what is new, if anything is. */
    abstract void writeNewest() throws IOException;

    final synchronized void wake() {
        isWoken = true;
        notifyAll();
    }

    private synchronized void awaitWake() throws IOException {
        final long endNanos = System.nanoTime() + LOOK_NANOS;
        try {
            for (long leftNanos = LOOK_NANOS; leftNanos > 0 && !isWoken; leftNanos = endNanos - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            }
            isWoken = false;
        } catch (InterruptedException stopped) {
            throw new IOException("The gateway stops.", stopped);
        }
    }

    /**
     * Returns when its user may no longer watch.
     *
     * @throws IOException when the client has gone, or takes nothing for too long
     */
    final void watch() throws IOException {
        while (isKnown()) {
            awaitWake();
            writeNewest();
            if (System.nanoTime() - writtenNanos > HEARTBEAT_NANOS) {
                write(heartbeat());
            }
        }
        write(END);
        out.close();
    }

    private boolean isKnown() {
        if (System.nanoTime() - knownNanos > KNOWN_NANOS) {
            knownNanos = System.nanoTime();
            return isStillKnown.getAsBoolean();
        }
        return true;
    }

    final void write(byte[] events) throws IOException {
        stalled.during(() -> {
            out.write(events);
            out.flush();
        });
        writtenNanos = System.nanoTime();
    }
}
