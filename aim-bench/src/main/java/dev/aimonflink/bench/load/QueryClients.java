package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Asks questions from now until closed, in a closed loop or in an open one, and measures each from when it was due.
 *
 * <ul>
 *   <li>Closed: each of so many clients asks again as soon as its last answer has come and is looked at. All of them share a
 *       thread, and a question that waits for it waits no less than one that waits for the job. A slow job is asked less.
 *   <li>Open: question k is due k intervals after the first, whether the earlier ones are answered or not. A slow job is
 *       asked as often as a fast one, so its latencies include the waiting that it causes.
 * </ul>
 */
public final class QueryClients implements AutoCloseable {
    /** Clients of a closed loop, and questions of an open one that wait for an answer; later ones wait to be asked. */
    public static final int MAX_CLIENTS = 8_192;

    /** Longer than anything takes that is measured here. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final long MAX_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A question and what became of it.
     *
     * @param dueNanos when it should have been asked
     * @param nanos from then to its end
     * @param result null if there is a failure
     */
    public record Ended(QueryCall call, long dueNanos, long nanos, QueryResult result, Throwable failure) {}

    private final Asking client;
    private final Consumer<Ended> listener;
    private final LongSupplier clockNanos;
    private final int places;
    private final Semaphore free;

    /** Of each idle client of a closed loop: when its next question was due. Null in an open loop. */
    private final Queue<Long> nextDueNanos;

    /** Of an open loop. */
    private final double intervalNanos;

    private final long startNanos;
    private long asked;
    private final DueLatencies latencies = new DueLatencies();
    private final LongAdder answered = new LongAdder();
    private final Map<QueryCall, Integer> waiting = new ConcurrentHashMap<>();
    private final LongAdder equal = new LongAdder();
    private final Thread asker;
    private volatile boolean stopped;

    private QueryClients(
            Asking client,
            int places,
            boolean isClosedLoop,
            double perSecond,
            Supplier<QueryCall> calls,
            Consumer<Ended> listener,
            LongSupplier clockNanos) {
        this.client = client;
        this.listener = listener;
        this.clockNanos = clockNanos;
        this.places = places;
        free = new Semaphore(places);
        startNanos = clockNanos.getAsLong();
        intervalNanos = NANOS_PER_SECOND / perSecond;
        nextDueNanos = isClosedLoop ? new ConcurrentLinkedQueue<>(Collections.nCopies(places, startNanos)) : null;
        asker = new Thread(() -> askUntilStopped(calls), "aim-bench-clients");
        asker.start();
    }

    /** @param calls is asked by one thread */
    public static QueryClients closedLoop(
            Asking client, int clients, Supplier<QueryCall> calls, Consumer<Ended> listener) {
        return closedLoop(client, clients, calls, listener, System::nanoTime);
    }

    static QueryClients closedLoop(
            Asking client, int clients, Supplier<QueryCall> calls, Consumer<Ended> listener, LongSupplier clockNanos) {
        return new QueryClients(client, clients, true, 1, calls, listener, clockNanos);
    }

    /** @param calls is asked by one thread */
    public static QueryClients openLoop(
            Asking client, double perSecond, Supplier<QueryCall> calls, Consumer<Ended> listener) {
        return openLoop(client, perSecond, calls, listener, System::nanoTime);
    }

    /** @param clockNanos in place of the system's */
    public static QueryClients openLoop(
            Asking client,
            double perSecond,
            Supplier<QueryCall> calls,
            Consumer<Ended> listener,
            LongSupplier clockNanos) {
        return new QueryClients(client, MAX_CLIENTS, false, perSecond, calls, listener, clockNanos);
    }

    private void askUntilStopped(Supplier<QueryCall> calls) {
        while (!stopped) {
            free.acquireUninterruptibly();
            long dueNanos = nextDueNanos != null ? nextDueNanos.remove() : awaitNextOfOpenLoop();
            if (stopped) {
                free.release();
            } else {
                ask(calls.get(), dueNanos);
            }
        }
    }

    private long awaitNextOfOpenLoop() {
        long dueNanos = startNanos + (long) (asked++ * intervalNanos);
        for (long left = dueNanos - clockNanos.getAsLong();
                left > 0 && !stopped;
                left = dueNanos - clockNanos.getAsLong()) {
            LockSupport.parkNanos(Math.min(left, MAX_PARK_NANOS));
        }
        return dueNanos;
    }

    private void ask(QueryCall call, long dueNanos) {
        DueInterval interval = latencies.begin();
        if (waiting.merge(call, 1, Integer::sum) > 1) {
            equal.increment();
        }
        CompletableFuture<?> unused = client.ask(call, TIMEOUT).whenComplete((result, failure) -> {
            long tookNanos = clockNanos.getAsLong() - dueNanos;
            try {
                waiting.computeIfPresent(call, (any, count) -> count == 1 ? null : count - 1);
                interval.ended(tookNanos);
                if (Asking.unanswered(result, failure) == null) {
                    answered.increment();
                }
                listener.accept(new Ended(call, dueNanos, tookNanos, result, failure));
            } finally {
                if (nextDueNanos != null) {
                    nextDueNanos.add(clockNanos.getAsLong());
                }
                free.release();
            }
        });
    }

    /** How many questions have their answer so far. */
    public long answered() {
        return answered.sum();
    }

    /** How many questions were asked while an equal one waited for its answer: such ones can share a scan. */
    public long equal() {
        return equal.sum();
    }

    /** Begins the next interval and returns the last one. */
    public DueInterval nextInterval() {
        return latencies.next();
    }

    /** Returns when all questions are answered. */
    @Override
    public void close() {
        stopped = true;
        try {
            asker.join();
            if (!free.tryAcquire(places, TIMEOUT.toSeconds() * 2, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Questions have neither answer nor timeout.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for answers.", e);
        }
    }
}
