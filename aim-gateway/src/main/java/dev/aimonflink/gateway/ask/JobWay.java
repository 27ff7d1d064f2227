package dev.aimonflink.gateway.ask;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How a gateway reaches the job, at present {@linkplain KafkaWay through Kafka}. Thread-safe. */
public interface JobWay extends AutoCloseable {
    /**
     * Asks a query, and repeats one that failed because a window turned or the job restarted while there is time.
     *
     * @return the answer, perhaps an error or that there is none in time; or a {@link dev.aimonflink.clients.ClientException}. Cancel it to
     *     end the request in the job, too
     */
    CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options);

    /** By Kafka partition of the events topic, the offset behind its last committed event. */
    CompletableFuture<Map<Integer, Long>> committedEvents();

    /** The same behind the last event, committed or not. */
    CompletableFuture<Map<Integer, Long>> writtenEvents();

    @Override
    void close();
}
