package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Watches a statement: gets the newest frame whenever it takes something, never a queue, so that a slow one misses frames and holds up nobody.
 * Woken by any thread, written by one at a time.
 */
final class Viewer implements Runnable {
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** How long a user who may no longer watch still may. */
    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final byte[] BEGINNING = "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "event: end\ndata: {\"reason\":\"The token has expired, or was removed.\"}\n\n"
            .getBytes(StandardCharsets.UTF_8);

    private final Call call;
    private final Watch watch;
    private final Watches watches;
    private final BooleanSupplier isStillKnown;

    /** Frames asked before are older than what the client has seen. */
    private final long sinceNanos;

    /** While not zero, a thread writes, or will. */
    private final AtomicInteger wakes = new AtomicInteger();

    private final OutputStream out;
    private Frame shown;

    /** The last one without an error, to which changed rows are relative. */
    private Frame base;

    private long writtenNanos;
    private long knownNanos = System.nanoTime();

    /**
     * @param first what it sees first; null for the watch's newest
     * @param isStillKnown whether its user may still watch
     */
    Viewer(Call call, Watch watch, Watches watches, Frame first, BooleanSupplier isStillKnown) throws IOException {
        this.call = call;
        this.watch = watch;
        this.watches = watches;
        this.isStillKnown = isStillKnown;
        sinceNanos = first == null ? Long.MIN_VALUE : first.askedNanos();
        out = call.detach("text/event-stream");
        write(BEGINNING);
        if (first != null) {
            show(first);
        }
    }

    void wake() {
        if (wakes.getAndIncrement() == 0) {
            watches.write(this);
        }
    }

    @Override
    public void run() {
        int seenWakes;
        do {
            seenWakes = wakes.get();
            try {
                writeNewest();
            } catch (IOException gone) {
                close();
                return;
            }
        } while (wakes.addAndGet(-seenWakes) > 0);
    }

    private void writeNewest() throws IOException {
        Frame newest = watch.newest();
        if (System.nanoTime() - knownNanos > KNOWN_NANOS) {
            knownNanos = System.nanoTime();
            if (!isStillKnown.getAsBoolean()) {
                write(END);
                throw new IOException("The user may no longer watch.");
            }
        }
        if (newest != null && newest != shown && newest.askedNanos() >= sinceNanos) {
            show(newest);
        } else if (System.nanoTime() - writtenNanos > HEARTBEAT_NANOS) {
            write(HEARTBEAT);
        }
    }

    private void show(Frame frame) throws IOException {
        boolean areChangesEnough =
                base != null && !frame.isError() && !watch.key().columns().isEmpty();
        write(areChangesEnough ? frame.since(base) : frame.whole());
        shown = frame;
        if (!frame.isError()) {
            base = frame;
        }
    }

    private void write(byte[] event) throws IOException {
        watches.stalled().begin();
        try {
            out.write(event);
            out.flush();
        } finally {
            watches.stalled().end();
        }
        writtenNanos = System.nanoTime();
    }

    private void close() {
        watches.leave(this, watch);
        call.close();
    }
}
