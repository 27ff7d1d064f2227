package dev.aimonflink.gateway.ask;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A question that many have. It is asked on its own thread, one at a time; whoever comes while it is in flight waits for the next one,
 * because the answer may miss what they know of. All who wait share that.
 */
final class SharedQuestion<T> implements AutoCloseable {
    private final Supplier<T> question;
    private final ExecutorService thread;

    /** The one that has not begun, or null. */
    private CompletableFuture<T> next;

    SharedQuestion(String threadName, Supplier<T> question) {
        this.question = question;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            return made;
        });
    }

    /** Cancelling affects only the caller. */
    synchronized CompletableFuture<T> ask() {
        if (next == null) {
            next = CompletableFuture.supplyAsync(this::begin, thread);
        }
        return next.copy();
    }

    private T begin() {
        synchronized (this) {
            next = null;
        }
        return question.get();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
