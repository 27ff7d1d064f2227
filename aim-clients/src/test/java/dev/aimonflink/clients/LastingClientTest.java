package dev.aimonflink.clients;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastingClientTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.defaults();

    private final List<FakeResults> opened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger failures = new AtomicInteger();

    private QueryClient open() {
        if (failures.getAndDecrement() > 0) {
            throw new ClientException("not yet");
        }
        FakeResults results = new FakeResults(TOPICS);
        opened.add(results);
        return new QueryClient(
                Connection.to(FakeKafka.BOOTSTRAP), TOPICS, "c1", new FakeProducer(true, record -> {}), results);
    }

    private static CompletableFuture<QueryResult> ask(LastingClient client) {
        return client.ask(new AskedQuery("q1", Map.of()), DEADLINE, AnswerOptions.NONE);
    }

    @Test
    void shouldOpenAnotherClientWhereOneCannotReadResultsAnyMore() {
        try (LastingClient client = new LastingClient(this::open)) {
            CompletableFuture<QueryResult> lost = ask(client);
            failures.set(1);
            opened.get(0).setPollException(new KafkaException("a right is taken away"));
            assertThat(Waiting.until(lost::isCompletedExceptionally, DEADLINE)).isTrue();
            assertThat(ask(client)).isCompletedExceptionally();
            assertThat(Waiting.until(() -> opened.size() == 2 && !ask(client).isDone(), DEADLINE))
                    .isTrue();
            assertThat(failures.get()).isNegative();
        }
        assertThat(opened).hasSize(2).allMatch(FakeResults::closed);
    }
}
