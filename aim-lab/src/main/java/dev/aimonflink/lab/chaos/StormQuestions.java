package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Asks several queries at a time, until closed, so that a pass runs nearly always; the topics show the answers. */
final class StormQuestions implements AutoCloseable {
    private static final int AT_A_TIME = 6;

    /** Longer than any restart. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean closed;

    StormQuestions(QueryClient client, Supplier<AskedQuery> calls) {
        QueryLoad load = new QueryLoad(client::ask, AT_A_TIME, TIMEOUT);
        new Thread(() -> ask(load, calls), "aim-chaos-questions").start();
    }

    private void ask(QueryLoad load, Supplier<AskedQuery> calls) {
        try {
            load.run(calls, () -> closed, (call, nanos, result, failure) -> {
                if (failure != null) {
                    closed = true;
                    ended.completeExceptionally(
                            new IllegalStateException("A question could not be asked: " + call, failure));
                }
            });
            ended.complete(null);
        } catch (InterruptedException | RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    /** Ends when the last questions have their answers; throws if one could not be asked. */
    void end() {
        closed = true;
        Waiting.forResult(ended, TIMEOUT.multipliedBy(2), "The questions did not end well");
    }

    @Override
    public void close() {
        closed = true;
    }
}
