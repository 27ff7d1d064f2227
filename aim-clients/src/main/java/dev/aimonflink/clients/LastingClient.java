package dev.aimonflink.clients;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks by one client after another: when one can no longer read results, as when a right is revoked for a moment, the next is opened. Until
 * then questions fail at once.
 */
public final class LastingClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastingClient.class);
    private static final long PAUSE_MS = 1_000;

    private final Supplier<QueryClient> clients;
    private final ScheduledExecutorService opening = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "aim-client-opening");
        thread.setDaemon(true);
        return thread;
    });

    private volatile QueryClient client;

    // Guarded by this.
    private boolean isOpening;
    private boolean isClosed;

    public LastingClient(Supplier<QueryClient> clients) {
        this.clients = clients;
        client = clients.get();
    }

    /** As {@link QueryClient#ask(AskedQuery, Duration, AnswerOptions)}. */
    public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions options) {
        QueryClient present = client;
        if (present.hasEnded()) {
            openAnother();
        }
        return present.ask(question, timeout, options);
    }

    private synchronized void openAnother() {
        if (!isOpening && !isClosed) {
            isOpening = true;
            var unused = opening.schedule(this::open, PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void open() {
        QueryClient opened = null;
        try {
            opened = clients.get();
        } catch (RuntimeException | Error failure) {
            LOG.warn("Results cannot be read, and are tried again: {}", failure.getMessage());
        }
        QueryClient unused = replaceBy(opened);
        if (unused != null) {
            unused.close();
        }
    }

    /** Returns the client that is no longer needed, or null. */
    private synchronized QueryClient replaceBy(QueryClient openedOrNull) {
        isOpening = false;
        if (openedOrNull == null) {
            openAnother();
            return null;
        } else if (isClosed) {
            return openedOrNull;
        }
        LOG.info("Results are read again.");
        QueryClient before = client;
        client = openedOrNull;
        return before;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        opening.shutdownNow();
        client.close();
    }
}
