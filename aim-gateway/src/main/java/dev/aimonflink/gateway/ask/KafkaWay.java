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

/** Requests and results are records of topics. */
public final class KafkaWay implements JobWay {
    private final QueryClient client;
    private final TopicAdmin admin;
    private final String events;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "aim-gateway-events");
        thread.setDaemon(true);
        return thread;
    });

    /** @param events the topic of events */
    public KafkaWay(QueryClient client, TopicAdmin admin, String events) {
        this.client = client;
        this.admin = admin;
        this.events = events;
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options) {
        return client.ask(asked, timeout, options);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committedEvents() {
        return CompletableFuture.supplyAsync(() -> admin.committedEnds(events), threads);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
        admin.close();
    }
}
