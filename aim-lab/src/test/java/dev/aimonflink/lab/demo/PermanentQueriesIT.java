package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.lab.meter.QueryRounds;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScansRequest;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queries that never end, and calls: as fast as they can be published, and at the benchmark's rate. Neither keeps the
 * other waiting for good, wherever scans run.
 */
class PermanentQueriesIT {
    private static final long SEED = 20261121;
    private static final int SUBSCRIBERS = 20_000;
    private static final int ASKERS = 4;

    /** After each of them every call is applied, so what waits does not grow. */
    private static final int BATCH = 20_000;

    private static final int MIN_BATCHES = Scale.times(4);
    private static final int MAX_BATCHES = 100;
    private static final int ANSWERS = 100;

    /** Calls a second, of the benchmark. */
    private static final long RATE = 10_000;

    private static final int RATED_SECONDS = Scale.times(2);

    private final Topics topics = Topics.defaults();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong published = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(ASKERS + 1);

    @Test
    void shouldApplyAllCallsWhileQueriesNeverEndAndAnswerThoseMeanwhile() throws Exception {
        DemoOptions options = new DemoOptions(1, SUBSCRIBERS, 1, 2, SEED, EventFormat.BINARY, GivenModel.of("aim-42"));
        try (Installation installation = Installation.start(options, topics);
                QueryClient client = new QueryClient(installation.connection(), topics, "permanent");
                EventPublisher events =
                        new EventPublisher(installation.connection(), topics.events(), EventFormat.BINARY)) {
            installation.job().await("A first answer", () -> isAnswered(client));
            List<QueryRounds> rounds = new ArrayList<>();
            List<Future<?>> asking = new ArrayList<>();
            for (int asker = 0; asker < ASKERS; asker++) {
                QueryRounds round = newRounds(client, SEED + asker);
                rounds.add(round);
                asking.add(threads.submit(() -> round.run(System.nanoTime(), over::get)));
            }

            EventGenerator calls = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
            for (int batch = 0; batch < MIN_BATCHES || (answered(rounds) < ANSWERS && batch < MAX_BATCHES); batch++) {
                for (int i = 0; i < BATCH; i++) {
                    events.publish(calls.next(System.currentTimeMillis()));
                }
                published.addAndGet(BATCH);
                scanIn(client, ScanSetting.ALL.get(batch % ScanSetting.ALL.size()));
                installation.job().awaitCount("Calls applied", installation.job()::callsApplied, published.get());
            }
            publishAtARate(installation.job(), events, calls);
            assertThat(scans(client, null)).allSatisfy(partition -> {
                assertThat((Long) partition.get(4)).as("passes in s1").isPositive();
                assertThat((Long) partition.get(5)).as("passes in s2").isPositive();
                assertThat((Long) partition.get(6)).as("passes in s3-is").isPositive();
            });
            assertThat(answered(rounds)).as("answers meanwhile").isGreaterThanOrEqualTo(ANSWERS);

            over.set(true);
            for (Future<?> each : asking) {
                each.get(2 * QueryRounds.TIMEOUT.toSeconds() * Catalogue.BENCHMARK.size(), TimeUnit.SECONDS);
            }
            assertThat(rounds).allSatisfy(round -> {
                assertThat(round.complaints()).isEmpty();
                assertThat(round.brokenInvariants()).isEmpty();
            });
            assertThat(installation.job().callsApplied()).isEqualTo(published.get());
            QueryResult verified = client.ask(AskedQuery.withDefaults("verify"), Duration.ofSeconds(30))
                    .join();
            assertThat(verified.rows()).isEqualTo(List.of(List.of(verified.rowsScanned(), 0L)));
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    /** What waits comes down to less than a second's calls, each second again, while more come. */
    private void publishAtARate(ObservedJob job, EventPublisher events, EventGenerator calls) throws Exception {
        long before = published.get();
        Future<?> publishing = threads.submit(() -> {
            RatePacer pacer = new RatePacer(RATE);
            while (published.get() < before + RATED_SECONDS * RATE) {
                for (int due = pacer.awaitBatch(); due > 0; due--) {
                    events.publish(calls.next(System.currentTimeMillis()));
                    published.incrementAndGet();
                }
            }
        });
        for (int second = 1; second <= RATED_SECONDS; second++) {
            long soFar = before + second * RATE;
            job.await("Publishing", () -> published.get() >= soFar);
            job.await("Less than a second's calls wait", () -> job.callsApplied() > published.get() - RATE);
        }
        publishing.get(ObservedJob.STEP_LIMIT.toSeconds(), TimeUnit.SECONDS);
        job.awaitCount("Calls applied in the end", job::callsApplied, published.get());
    }

    /** Lets scans run elsewhere while events come and queries are asked. */
    private static void scanIn(QueryClient client, ScanSetting mode) {
        assertThat(scans(client, mode)).allMatch(partition -> partition.get(1).equals(mode.label()));
    }

    private static List<List<Object>> scans(QueryClient client, ScanSetting modeOrNull) {
        return client.ask(new ScansRequest(modeOrNull).asked(), QueryRounds.TIMEOUT)
                .join()
                .rows();
    }

    private static boolean isAnswered(QueryClient client) {
        return client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(1))
                        .join()
                        .status()
                == QueryResult.Status.OK;
    }

    private static QueryRounds newRounds(QueryClient client, long seed) {
        return new QueryRounds(client::ask, new Workload(GivenModel.of("aim-42"), SUBSCRIBERS, seed).round());
    }

    private static long answered(List<QueryRounds> rounds) {
        return rounds.stream().mapToLong(QueryRounds::answered).sum();
    }
}
