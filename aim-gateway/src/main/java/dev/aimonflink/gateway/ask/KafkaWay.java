package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.query.request.AnswerOptions;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Requests and results are records of topics. */
public final class KafkaWay implements JobWay {
    private final QueryClient client;
    private final TopicAdmin admin;
    private final String events;

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
    public Map<Integer, Long> committedEvents() {
        return admin.committedEnds(events);
    }

    @Override
    public void close() {
        client.close();
        admin.close();
    }
}
