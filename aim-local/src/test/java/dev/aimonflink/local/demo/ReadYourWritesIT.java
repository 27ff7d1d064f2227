package dev.aimonflink.local.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.Wishes;
import dev.aimonflink.core.setup.EventFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A client that waits for its own events finds all of them in the answer, on a cluster. */
class ReadYourWritesIT {
    private static final long SEED = 20261123;
    private static final int SUBSCRIBERS = 1_000;
    private static final int ROUNDS = 30;
    private static final int EVENTS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final AskedQuery CALLS =
            new AskedQuery("sql", Map.of("text", "SELECT sum(number_of_calls_this_week) FROM subscribers"));

    private final Topics topics = Topics.defaults();

    @Test
    void shouldAnswerWithAllEventsThatTheClientHasWritten() throws Exception {
        DemoOptions options = new DemoOptions(1, SUBSCRIBERS, 1, 2, 42, SEED, EventFormat.BINARY);
        try (Installation installation = Installation.start(options, topics);
                QueryClient client = new QueryClient(installation.connection(), topics, "writer");
                EventPublisher events =
                        new EventPublisher(installation.connection(), topics.events(), EventFormat.BINARY)) {
            installation
                    .job()
                    .await("A first answer", () -> ask(client, Wishes.NONE).error() == null);
            EventGenerator calls = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
            for (int round = 1; round <= ROUNDS; round++) {
                for (int i = 0; i < EVENTS; i++) {
                    events.publish(calls.next(System.currentTimeMillis()));
                }
                events.flush();
                QueryResult result = ask(client, new Wishes(false, events.nextOffsets()));
                assertThat(result.error()).isNull();
                assertThat(result.rows()).isEqualTo(List.of(List.of((long) round * EVENTS)));
            }
        }
    }

    private static QueryResult ask(QueryClient client, Wishes wishes) {
        return client.ask(CALLS, TIMEOUT, wishes).join();
    }
}
