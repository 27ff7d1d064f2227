package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.LastingClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Requests and results are records of topics. */
public final class KafkaWay implements JobWay {
    private final LastingClient client;
    private final TopicAdmin admin;
    private final SharedQuestion<Map<Integer, Long>> committedEvents;
    private final SharedQuestion<Map<Integer, Long>> writtenEvents;

    public KafkaWay(LastingClient client, TopicAdmin admin, String events) {
        this.client = client;
        this.admin = admin;
        committedEvents = new SharedQuestion<>("aim-gateway-events", () -> admin.committedEnds(events));
        writtenEvents = new SharedQuestion<>("aim-gateway-written-events", () -> admin.ends(events));
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options) {
        return client.ask(asked, timeout, options);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committedEvents() {
        return committedEvents.ask();
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> writtenEvents() {
        return writtenEvents.ask();
    }

    @Override
    public void close() {
        committedEvents.close();
        writtenEvents.close();
        client.close();
        admin.close();
    }
}
