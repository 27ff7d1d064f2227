package dev.aimonflink.gateway.ask;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** How a gateway reaches the job. Today's way is {@linkplain KafkaWay through Kafka}. For any thread. */
public interface JobWay extends AutoCloseable {
    /**
     * Asks a query. What fails because a window turned or the job restarted is asked again while there is time.
     *
     * @return the answer, which may be an error or that there is none in time; or a {@link
     *     dev.aimonflink.clients.ClientException}. Cancel it to end the request in the job, too.
     */
    CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options);

    /** By the number of each Kafka partition of the events topic, the offset behind its last event that is committed. */
    CompletableFuture<Map<Integer, Long>> committedEvents();

    @Override
    void close();
}
