package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Asks from threads that block until answered, as most programs do, so waking these threads is part of a question's time. */
public final class WaitingThreads implements Asking, AutoCloseable {
    private final BiFunction<AskedQuery, Duration, QueryResult> way;
    private final ExecutorService threads;

    /** @param most questions at a time; later ones wait */
    public WaitingThreads(BiFunction<AskedQuery, Duration, QueryResult> way, int most) {
        AtomicInteger number = new AtomicInteger();
        this.way = way;
        threads = Executors.newFixedThreadPool(
                most, task -> new Thread(task, "aim-bench-waiting-" + number.incrementAndGet()));
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return CompletableFuture.supplyAsync(() -> way.apply(call, timeout), threads);
    }

    /** Whoever asks has had the last answer. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
