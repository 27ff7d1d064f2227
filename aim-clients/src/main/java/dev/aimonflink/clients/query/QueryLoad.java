package dev.aimonflink.clients.query;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Asks many queries, as so many clients would that each wait for their answer before they ask again. */
public final class QueryLoad {
    /** One query client carries them all. */
    public static final int MAX_CLIENTS = 8_192;

    private final QueryClient client;
    private final int clients;
    private final Duration timeout;

    public QueryLoad(QueryClient client, int clients, Duration timeout) {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new InvalidInputException(
                    "clients=" + clients + " is outside 1.." + MAX_CLIENTS + ". Give a number inside.");
        }
        this.client = client;
        this.clients = clients;
        this.timeout = timeout;
    }

    /**
     * Asks and waits for all answers.
     *
     * @param stop asked before each query; true ends the asking early
     * @param progress receives how many are asked
     * @return what became of each query id, in the order of ids
     */
    public Map<String, LatencyReport> run(
            long count, Supplier<QueryCall> calls, BooleanSupplier stop, LongConsumer progress)
            throws InterruptedException {
        Map<String, LatencyReport> reports = new TreeMap<>();
        Semaphore idle = new Semaphore(clients);
        for (long asked = 0; asked < count && !stop.getAsBoolean(); asked++) {
            idle.acquire();
            QueryCall call = calls.get();
            LatencyReport report = reports.computeIfAbsent(call.query(), id -> new LatencyReport());
            long sentNanos = System.nanoTime();
            CompletableFuture<QueryResult> answer = client.ask(call, timeout);
            var unused = answer.whenComplete((result, failure) -> {
                try {
                    report.add(System.nanoTime() - sentNanos, result, failure);
                } finally {
                    idle.release();
                }
            });
            progress.accept(asked + 1);
        }
        idle.acquire(clients);
        return reports;
    }
}
