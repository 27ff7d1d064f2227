package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks all queries of the catalogue, several at a time, until it is closed, so that a pass runs nearly always. The topics
 * show the answers.
 */
final class Questions implements AutoCloseable {
    private static final int AT_A_TIME = 6;

    /** Longer than any restart. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean closed;

    Questions(QueryClient client, Setting setting, Catalogue catalogue, Dimensions dimensions) {
        QueryLoad load = new QueryLoad(client::ask, AT_A_TIME, TIMEOUT);
        Supplier<QueryCall> calls = calls(setting, catalogue, dimensions);
        new Thread(() -> ask(load, calls), "aim-chaos-questions").start();
    }

    private static Supplier<QueryCall> calls(Setting setting, Catalogue catalogue, Dimensions dimensions) {
        long seed = setting.cell().seed();
        CallGenerator calls = new CallGenerator(seed, ParameterRanges.PAPER, dimensions, setting.subscribers());
        List<Catalogue.Entry> entries = List.copyOf(catalogue.entries());
        SplittableRandom random = new SplittableRandom(seed);
        return () -> calls.next(entries.get(random.nextInt(entries.size())), Map.of());
    }

    private void ask(QueryLoad load, Supplier<QueryCall> calls) {
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
