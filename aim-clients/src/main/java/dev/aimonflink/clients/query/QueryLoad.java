package dev.aimonflink.clients.query;

import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Asks many queries, like clients that each wait for their answer before they ask again. A client's question is due once its last answer
 * has been processed, and latency counts from then: all clients share a thread, and waiting for that counts like waiting for the job.
 */
public final class QueryLoad {
    public static final int MAX_CLIENTS = 8_192;

    private static final long MAX_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Hears of each answer, or of why there is none, before the same client asks again. */
    @FunctionalInterface
    public interface Listener {
        /** @param nanos from when the question was due */
        void answered(AskedQuery call, long nanos, QueryResult result, Throwable failure);
    }

    /** Hears of each question just before it is asked, and returns the listener of its answer. */
    @FunctionalInterface
    public interface Observer {
        Listener asking(AskedQuery call, long dueNanos);
    }

    private final Asking client;
    private final int clients;
    private final Duration timeout;
    private final LongSupplier clockNanos;

    public QueryLoad(Asking client, int clients, Duration timeout) {
        this(client, clients, timeout, System::nanoTime);
    }

    /** @param clockNanos like {@link System#nanoTime} */
    public QueryLoad(Asking client, int clients, Duration timeout, LongSupplier clockNanos) {
        Limits.requireWithin("clients", clients, 1, MAX_CLIENTS);
        this.client = client;
        this.clients = clients;
        this.timeout = timeout;
        this.clockNanos = clockNanos;
    }

    /**
     * Asks until stopped, and returns when all questions have ended, each by its timeout at the latest.
     *
     * @param calls made on this thread
     * @param stop asked before each query; true ends the asking
     */
    public void run(Supplier<AskedQuery> calls, BooleanSupplier stop, Listener listener) throws InterruptedException {
        run(Duration.ZERO, calls, stop, (call, dueNanos) -> listener);
    }

    /**
     * The same with a listener for each question.
     *
     * @param think how long each client waits after its answer
     */
    public void run(Duration think, Supplier<AskedQuery> calls, BooleanSupplier stop, Observer observer)
            throws InterruptedException {
        Queue<Long> dueNanosOfIdle = new ConcurrentLinkedQueue<>(Collections.nCopies(clients, clockNanos.getAsLong()));
        run(() -> awaitDue(dueNanosOfIdle.remove(), stop), calls, stop, (call, dueNanos) -> {
            Listener listener = observer.asking(call, dueNanos);
            return (same, nanos, result, failure) -> {
                try {
                    listener.answered(same, nanos, result, failure);
                } finally {
                    dueNanosOfIdle.add(clockNanos.getAsLong() + think.toNanos());
                }
            };
        });
    }

    /**
     * The same by a schedule, regardless of earlier answers, as long as a client is idle.
     *
     * @param schedule waits until the next question is due or the asking has stopped, and returns when it was due
     */
    public void run(LongSupplier schedule, Supplier<AskedQuery> calls, BooleanSupplier stop, Observer observer)
            throws InterruptedException {
        Semaphore idle = new Semaphore(clients);
        idle.acquire();
        long dueNanos = schedule.getAsLong();
        while (!stop.getAsBoolean()) {
            ask(calls.get(), dueNanos, observer, idle);
            idle.acquire();
            dueNanos = schedule.getAsLong();
        }
        idle.acquire(clients - 1);
    }

    /** The time at which a question is due, when it has come or the asking has stopped. */
    public long awaitDue(long dueNanos, BooleanSupplier stop) {
        for (long left = dueNanos - clockNanos.getAsLong();
                left > 0 && !stop.getAsBoolean();
                left = dueNanos - clockNanos.getAsLong()) {
            LockSupport.parkNanos(Math.min(left, MAX_PARK_NANOS));
        }
        return dueNanos;
    }

    private void ask(AskedQuery call, long dueNanos, Observer observer, Semaphore idle) {
        Listener listener = observer.asking(call, dueNanos);
        CompletableFuture<?> unused = client.ask(call, timeout).whenComplete((result, failure) -> {
            try {
                listener.answered(call, clockNanos.getAsLong() - dueNanos, result, failure);
            } finally {
                idle.release();
            }
        });
    }

    /** Asks that many questions, or fewer if stopped, and returns the outcomes by query id, in id order. */
    public Map<String, LatencyReport> run(
            long count, Supplier<AskedQuery> calls, BooleanSupplier stop, LongConsumer progress)
            throws InterruptedException {
        Map<String, LatencyReport> reports = new ConcurrentSkipListMap<>();
        AtomicLong asked = new AtomicLong();
        run(
                () -> {
                    progress.accept(asked.incrementAndGet());
                    return calls.get();
                },
                () -> asked.get() >= count || stop.getAsBoolean(),
                (call, nanos, result, failure) -> reports.computeIfAbsent(call.query(), id -> new LatencyReport())
                        .add(nanos, result, failure, true));
        return reports;
    }
}
