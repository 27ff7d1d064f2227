package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.query.request.AnswerOptions;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests and results are records of topics. When results cannot be read any more, as where a right is taken away for a moment, a new
 * client takes the place of the one that read them; until then questions fail at once.
 */
public final class KafkaWay implements JobWay {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaWay.class);
    private static final long PAUSE_MS = 1_000;

    /** Asks the job. */
    interface Client extends AutoCloseable {
        CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options);

        /** Whether answers can come no more. */
        boolean hasEnded();

        @Override
        void close();
    }

    private final Supplier<Client> clients;
    private final Supplier<Map<Integer, Long>> ends;
    private final Runnable closing;
    private final ScheduledExecutorService clientThread = Executors.newSingleThreadScheduledExecutor(daemon("clients"));
    private final ExecutorService eventsThread = Executors.newSingleThreadExecutor(daemon("events"));

    private volatile Client client;

    // Guarded by this.
    private boolean isOpening;
    private boolean isClosed;
    private CompletableFuture<Map<Integer, Long>> asked;
    private CompletableFuture<Map<Integer, Long>> next;

    KafkaWay(Supplier<Client> clients, Supplier<Map<Integer, Long>> ends, Runnable closing) {
        this.clients = clients;
        this.ends = ends;
        this.closing = closing;
        client = clients.get();
    }

    /**
     * @param clients opens one
     * @param events the topic of events
     */
    public static KafkaWay of(Supplier<QueryClient> clients, TopicAdmin admin, String events) {
        return new KafkaWay(() -> asking(clients.get()), () -> admin.committedEnds(events), admin::close);
    }

    private static Client asking(QueryClient client) {
        return new Client() {
            @Override
            public CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options) {
                return client.ask(asked, timeout, options);
            }

            @Override
            public boolean hasEnded() {
                return client.hasEnded();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, "aim-gateway-" + name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions options) {
        Client present = client;
        if (present.hasEnded()) {
            openAnother();
        }
        return present.ask(question, timeout, options);
    }

    private synchronized void openAnother() {
        if (!isOpening && !isClosed) {
            isOpening = true;
            var unused = clientThread.schedule(this::open, PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void open() {
        Client opened;
        try {
            opened = clients.get();
        } catch (RuntimeException | Error failure) {
            LOG.warn("Results cannot be read, and are tried again: {}", failure.getMessage());
            again();
            return;
        }
        Client before = client;
        synchronized (this) {
            isOpening = false;
            if (isClosed) {
                opened.close();
                return;
            }
            client = opened;
        }
        LOG.info("Results are read again.");
        before.close();
    }

    private synchronized void again() {
        isOpening = false;
        openAnother();
    }

    /**
     * One question at a time is asked. Who comes while it is on its way waits for the next one, since what he knows of may have come behind
     * it; all who wait share that.
     */
    @Override
    public synchronized CompletableFuture<Map<Integer, Long>> committedEvents() {
        if (asked == null || asked.isDone()) {
            asked = askEnds();
            return asked.copy();
        }
        if (next == null) {
            next = asked.handle((ended, failed) -> null).thenCompose(done -> askNext());
        }
        return next.copy();
    }

    private synchronized CompletableFuture<Map<Integer, Long>> askNext() {
        asked = askEnds();
        next = null;
        return asked;
    }

    private CompletableFuture<Map<Integer, Long>> askEnds() {
        try {
            return CompletableFuture.supplyAsync(ends, eventsThread);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        clientThread.shutdownNow();
        eventsThread.shutdownNow();
        client.close();
        closing.run();
    }
}
