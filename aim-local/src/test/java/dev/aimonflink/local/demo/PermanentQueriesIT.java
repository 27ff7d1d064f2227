package dev.aimonflink.local.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import dev.aimonflink.core.wire.EventFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries that never end, and calls as fast as they can be published: neither keeps the other waiting for good. */
class PermanentQueriesIT {
    private static final long SEED = 20261121;
    private static final int SUBSCRIBERS = 20_000;
    private static final int ASKERS = 4;

    /** After each of them every call is applied, so what waits does not grow. */
    private static final int BATCH = 20_000;

    private static final int MIN_BATCHES = 10;
    private static final int MAX_BATCHES = 100;
    private static final int ANSWERS = 100;

    private final Topics topics = Topics.defaults();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void shouldApplyAllCallsWhileQueriesNeverEndAndAnswerThoseMeanwhile() throws Exception {
        DemoOptions options = new DemoOptions(1, SUBSCRIBERS, 1, 2, 42, SEED, EventFormat.BINARY);
        ExecutorService askers = Executors.newFixedThreadPool(ASKERS);
        try (Installation installation = EmbeddedInstallation.start(options, topics);
                QueryClient client = new QueryClient(installation.connection(), topics, "permanent");
                EventPublisher events =
                        new EventPublisher(installation.connection(), topics.events(), EventFormat.BINARY)) {
            installation.job().await("A first answer", () -> isAnswered(client));
            List<QueryRounds> rounds = new ArrayList<>();
            List<Future<?>> asking = new ArrayList<>();
            for (int asker = 0; asker < ASKERS; asker++) {
                QueryRounds round = newRounds(client, SEED + asker);
                rounds.add(round);
                asking.add(askers.submit(() -> round.run(System.nanoTime(), over::get)));
            }

            EventGenerator calls = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
            long published = 0;
            for (int batch = 0; batch < MIN_BATCHES || (answered(rounds) < ANSWERS && batch < MAX_BATCHES); batch++) {
                for (int i = 0; i < BATCH; i++) {
                    events.publish(calls.next(System.currentTimeMillis()));
                }
                published += BATCH;
                installation.job().awaitCount("Calls applied", installation.job()::callsApplied, published);
            }
            assertThat(answered(rounds)).as("answers meanwhile").isGreaterThanOrEqualTo(ANSWERS);

            over.set(true);
            for (Future<?> each : asking) {
                each.get(2 * QueryRounds.TIMEOUT.toSeconds() * Catalogue.BENCHMARK.size(), TimeUnit.SECONDS);
            }
            assertThat(rounds).allSatisfy(round -> {
                assertThat(round.complaints()).isEmpty();
                assertThat(round.brokenInvariants()).isEmpty();
            });
            assertThat(installation.job().callsApplied()).isEqualTo(published);
            QueryResult verified = client.ask(QueryCall.withDefaults("verify"), Duration.ofSeconds(30))
                    .join();
            assertThat(verified.rows()).isEqualTo(List.of(List.of(verified.rowsScanned(), 0L)));
        } finally {
            over.set(true);
            askers.shutdownNow();
        }
    }

    private static boolean isAnswered(QueryClient client) {
        return client.ask(QueryCall.withDefaults("w2"), Duration.ofSeconds(1))
                        .join()
                        .status()
                == QueryResult.Status.OK;
    }

    private static QueryRounds newRounds(QueryClient client, long seed) {
        return new QueryRounds(
                client::ask,
                new CallGenerator(seed, ParameterRanges.PAPER, DimensionTables.defaults(), SUBSCRIBERS),
                new Catalogue(MatrixSchema.withAggregates(42)));
    }

    private static long answered(List<QueryRounds> rounds) {
        return rounds.stream().mapToLong(QueryRounds::answered).sum();
    }
}
