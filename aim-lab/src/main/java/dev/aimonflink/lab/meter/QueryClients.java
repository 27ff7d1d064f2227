package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Asks questions from now until closed, in a closed or an open loop, and measures each from when it was due.
 *
 * <ul>
 *   <li>Closed: each client asks again once its last answer has been processed, or after a pause. All of them share a thread, and waiting
 *       for that counts like waiting for the job. A slow job is asked less.
 *   <li>Open: question k is due k intervals after the first, regardless of earlier answers. A slow job is asked as often as a fast one, so
 *       its latencies include the waiting that it causes.
 * </ul>
 */
public final class QueryClients implements AutoCloseable {
    /** Clients of a closed loop, or unanswered questions of an open one; later ones wait to be asked. */
    public static final int MAX_CLIENTS = QueryLoad.MAX_CLIENTS;

    /** Longer than anything measured here. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A question and its outcome.
     *
     * @param dueNanos when it should have been asked
     * @param nanos from then to its end
     * @param result null if there is a failure
     */
    public record Ended(AskedQuery call, long dueNanos, long nanos, QueryResult result, Throwable failure) {}

    private interface Loop {
        void run(BooleanSupplier stop, QueryLoad.Observer observer) throws InterruptedException;
    }

    private final Consumer<Ended> listener;
    private final DueLatencies latencies = new DueLatencies();
    private final LongAdder answered = new LongAdder();
    private final Map<AskedQuery, Integer> waiting = new ConcurrentHashMap<>();
    private final LongAdder equal = new LongAdder();
    private final LongSupplier behindNanos;
    private final CompletableFuture<Void> running;
    private volatile boolean stopped;

    private QueryClients(Loop loop, Consumer<Ended> listener, LongSupplier behindNanos) {
        this.listener = listener;
        this.behindNanos = behindNanos;
        running = CompletableFuture.runAsync(
                () -> askUntilStopped(loop), task -> new Thread(task, "aim-bench-clients").start());
    }

    /**
     * @param calls made on one thread
     * @param clockNanos like {@link System#nanoTime}
     */
    public static QueryClients closedLoop(
            Asking client, int clients, Supplier<AskedQuery> calls, Consumer<Ended> listener, LongSupplier clockNanos) {
        return closedLoop(client, clients, Duration.ZERO, calls, listener, clockNanos);
    }

    /**
     * Likewise.
     *
     * @param think how long each client waits after an answer
     */
    public static QueryClients closedLoop(
            Asking client,
            int clients,
            Duration think,
            Supplier<AskedQuery> calls,
            Consumer<Ended> listener,
            LongSupplier clockNanos) {
        QueryLoad load = new QueryLoad(client, clients, TIMEOUT, clockNanos);
        return new QueryClients((stop, observer) -> load.run(think, calls, stop, observer), listener, () -> 0);
    }

    public static QueryClients openLoop(
            Asking client,
            double perSecond,
            Supplier<AskedQuery> calls,
            Consumer<Ended> listener,
            LongSupplier clockNanos) {
        return openLoop(client, perSecond, 1, calls, listener, clockNanos);
    }

    /**
     * Likewise.
     *
     * @param atOnce how many questions are due at the same time, at correspondingly longer intervals
     */
    public static QueryClients openLoop(
            Asking client,
            double perSecond,
            int atOnce,
            Supplier<AskedQuery> calls,
            Consumer<Ended> listener,
            LongSupplier clockNanos) {
        QueryLoad load = new QueryLoad(client, MAX_CLIENTS, TIMEOUT, clockNanos);
        long startNanos = clockNanos.getAsLong();
        AtomicLong asked = new AtomicLong();
        LongUnaryOperator dueNanos =
                question -> startNanos + (long) ((question - question % atOnce) * NANOS_PER_SECOND / perSecond);
        return new QueryClients(
                (stop, observer) -> load.run(
                        () -> load.awaitDue(dueNanos.applyAsLong(asked.getAndIncrement()), stop),
                        calls,
                        stop,
                        observer),
                listener,
                () -> Math.max(0, clockNanos.getAsLong() - dueNanos.applyAsLong(asked.get())));
    }

    private void askUntilStopped(Loop loop) {
        try {
            loop.run(() -> stopped, this::asking);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while asking.", e);
        }
    }

    private QueryLoad.Listener asking(AskedQuery call, long dueNanos) {
        DueLatencies.Interval interval = latencies.begin();
        if (waiting.merge(call, 1, Integer::sum) > 1) {
            equal.increment();
        }
        return (same, nanos, result, failure) -> {
            waiting.computeIfPresent(call, (any, count) -> count == 1 ? null : count - 1);
            interval.ended(nanos);
            if (Asking.unanswered(result, failure) == null) {
                answered.increment();
            }
            listener.accept(new Ended(call, dueNanos, nanos, result, failure));
        };
    }

    public long answered() {
        return answered.sum();
    }

    /** How many questions were asked while an equal one waited: such ones can share a scan. */
    public long equal() {
        return equal.sum();
    }

    /**
     * How long the next question of an open loop has been due: long if {@link #MAX_CLIENTS} wait for their answers. The latencies do not
     * include due questions that are not asked yet.
     */
    public long behindNanos() {
        return behindNanos.getAsLong();
    }

    public DueLatencies.Interval nextInterval() {
        return latencies.next();
    }

    /** Returns when all questions are answered. */
    @Override
    public void close() {
        stopped = true;
        Waiting.forResult(running, TIMEOUT.multipliedBy(2), "The questions have neither answer nor timeout");
    }
}
