package dev.aimonflink.gateway.ask;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A question that many have. One at a time is asked, on a thread of its own; who comes while it is on its way waits for the next one, since
 * what he knows of may have come behind it. All who wait share that.
 */
final class SharedQuestion<T> implements AutoCloseable {
    private final Supplier<T> question;
    private final ExecutorService thread;

    /** The one that has not begun; null if there is none. */
    private CompletableFuture<T> next;

    SharedQuestion(String threadName, Supplier<T> question) {
        this.question = question;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            return made;
        });
    }

    /** Who gives the answer up does so for himself. */
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
