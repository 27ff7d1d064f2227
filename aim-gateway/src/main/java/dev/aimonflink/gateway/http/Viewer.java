package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Gets events as they come, as Server-Sent Events: whenever it takes something, what is newest then, never a queue. So a slow one misses some
 * and holds up nobody. Woken by any thread, written by one at a time.
 */
abstract class Viewer implements Runnable {
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** How long a user who may no longer watch still may. */
    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final byte[] BEGINNING = "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = event("", "end", "{\"reason\":\"The token has expired, or was removed.\"}");

    private final Call call;
    private final Viewers viewers;
    private final BooleanSupplier isStillKnown;

    /** While not zero, a thread writes, or will. */
    private final AtomicInteger wakes = new AtomicInteger();

    private final OutputStream out;
    private long writtenNanos;
    private long knownNanos = System.nanoTime();

    /**
     * Answers the call; its thread can go.
     *
     * @param isStillKnown whether its user may still watch
     */
    Viewer(Call call, Viewers viewers, BooleanSupplier isStillKnown) throws IOException {
        this.call = call;
        this.viewers = viewers;
        this.isStillKnown = isStillKnown;
        out = call.detach("text/event-stream");
        write(BEGINNING);
    }

    /** @param id empty for none */
    static byte[] event(String id, String kind, String data) {
        return ((id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: " + data + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Writes what is new, if anything is. */
    abstract void writeNewest() throws IOException;

    /** It watches no more. */
    abstract void left();

    final void wake() {
        if (wakes.getAndIncrement() == 0) {
            viewers.write(this);
        }
    }

    @Override
    public final void run() {
        int seenWakes;
        do {
            seenWakes = wakes.get();
            try {
                requireKnown();
                writeNewest();
                if (System.nanoTime() - writtenNanos > HEARTBEAT_NANOS) {
                    write(HEARTBEAT);
                }
            } catch (IOException gone) {
                viewers.remove(this);
                left();
                call.close();
                return;
            }
        } while (wakes.addAndGet(-seenWakes) > 0);
    }

    private void requireKnown() throws IOException {
        if (System.nanoTime() - knownNanos > KNOWN_NANOS) {
            knownNanos = System.nanoTime();
            if (!isStillKnown.getAsBoolean()) {
                write(END);
                throw new IOException("The user may no longer watch.");
            }
        }
    }

    final void write(byte[] events) throws IOException {
        viewers.stalled().begin();
        try {
            out.write(events);
            out.flush();
        } finally {
            viewers.stalled().end();
        }
        writtenNanos = System.nanoTime();
    }
}
