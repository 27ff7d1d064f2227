package dev.aimonflink.bench.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.time.Duration;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * So many clients that each wait for their answer before they ask again, from now until closed. A client's question is due
 * as soon as its last answer has come and is looked at, so that is what latency counts from: all of them share a thread,
 * and a question that waits for it waits no less than one that waits for the job.
 */
public final class QueryClients implements AutoCloseable {
    public static final int MAX_CLIENTS = 8_192;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int SIGNIFICANT_DIGITS = 3;

    /** Hears of each answer, or of why there is none. */
    @FunctionalInterface
    public interface Listener {
        /** @param result null if there is a failure */
        void answered(QueryCall call, QueryResult result, Throwable failure);
    }

    private final Asking client;
    private final int clients;
    private final Listener listener;
    private final LongSupplier clockNanos;
    private final Semaphore idle;

    /** Of each idle client: when its next question was due. */
    private final Queue<Long> nextDueNanos = new ConcurrentLinkedQueue<>();

    private final Recorder nanos = new Recorder(SIGNIFICANT_DIGITS);
    private final LongAdder answered = new LongAdder();
    private final Thread asker;
    private volatile boolean stopped;

    /** @param calls is asked by one thread */
    public QueryClients(Asking client, int clients, Supplier<QueryCall> calls, Listener listener) {
        this(client, clients, calls, listener, System::nanoTime);
    }

    QueryClients(Asking client, int clients, Supplier<QueryCall> calls, Listener listener, LongSupplier clockNanos) {
        this.client = client;
        this.clients = clients;
        this.listener = listener;
        this.clockNanos = clockNanos;
        idle = new Semaphore(clients);
        nextDueNanos.addAll(Collections.nCopies(clients, clockNanos.getAsLong()));
        asker = new Thread(() -> askUntilStopped(calls), "aim-bench-clients");
        asker.start();
    }

    private void askUntilStopped(Supplier<QueryCall> calls) {
        while (!stopped) {
            idle.acquireUninterruptibly();
            ask(calls.get(), nextDueNanos.remove());
        }
    }

    private void ask(QueryCall call, long dueNanos) {
        CompletableFuture<?> unused = client.ask(call, TIMEOUT).whenComplete((result, failure) -> {
            try {
                if (Asking.unanswered(result, failure) == null) {
                    nanos.recordValue(clockNanos.getAsLong() - dueNanos);
                    answered.increment();
                }
                listener.answered(call, result, failure);
            } finally {
                nextDueNanos.add(clockNanos.getAsLong());
                idle.release();
            }
        });
    }

    /** How many questions have their answer so far. */
    public long answered() {
        return answered.sum();
    }

    /** The latencies since the last time that somebody asked. */
    public Histogram sinceLast() {
        return nanos.getIntervalHistogram();
    }

    /** Returns when all questions are answered. */
    @Override
    public void close() {
        stopped = true;
        try {
            asker.join();
            if (!idle.tryAcquire(clients, TIMEOUT.toSeconds() * 2, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Questions have neither answer nor timeout.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for answers.", e);
        }
    }
}
