package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Two jobs on one set of topics, as while one replaces the other: each writes second rounds to the topic that both read. */
class SharedTopicsIT {
    private static final int SUBSCRIBERS = 10;
    private static final int QUERIES = 20;

    /** Subscriber n has n calls. */
    private static final int CALLS = SUBSCRIBERS * (SUBSCRIBERS + 1) / 2;

    private static final AskedQuery ABOVE_AVERAGE = new AskedQuery(
            "sql",
            Map.of(
                    "text",
                    "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week"
                            + " > (SELECT avg(number_of_calls_this_week) FROM subscribers)"));

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @Test
    void shouldSkipTheSecondRoundsOfTheOtherJobAndOfAnEarlierRun() throws Exception {
        cluster.createTopics();
        publishCalls();
        RunningJob first = submit(cluster.groupId(), SavepointRestoreSettings.none());
        submit(cluster.groupId() + "-replacing", SavepointRestoreSettings.none());
        await(() -> cluster.counted(AimMetrics.EVENTS_APPLIED) == 2L * CALLS);
        QueryClient client = cluster.newClient();
        ask(client);
        await(() -> cluster.counted(AimMetrics.SECOND_ROUNDS_SKIPPED) >= 2L * QUERIES);
        assertNothingFails(QUERIES, QUERIES);

        submit(cluster.groupId(), SavepointRestoreSettings.forPath(first.stopWithSavepoint(cluster.savepoints())));
        ask(client);
        assertNothingFails(QUERIES, 2L * QUERIES);
    }

    private void ask(QueryClient client) throws Exception {
        for (int i = 0; i < QUERIES; i++) {
            QueryResult result = client.ask(ABOVE_AVERAGE, SharedCluster.DEADLINE)
                    .get(2 * SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(result.error()).isNull();
            assertThat(result.rows()).isEqualTo(List.of(List.of(SUBSCRIBERS / 2L)));
        }
    }

    /** @param answers of each job that runs, in rising order; the client waits for the first to each query alone */
    private void assertNothingFails(long... answers) {
        if (!Waiting.until(() -> Arrays.equals(answered(), answers), SharedCluster.DEADLINE)) {
            assertThat(answered()).isEqualTo(answers);
        }
        assertThat(cluster.counted(AimMetrics.DEAD_LETTERS)).isZero();
        assertThat(cluster.counted("answersSqlError")).as("of either job").isZero();
    }

    private long[] answered() {
        return Arrays.stream(cluster.flink().metrics().each(AimMetrics.GROUP + "." + AimMetrics.ANSWERS))
                .filter(answers -> answers > 0)
                .sorted()
                .toArray();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Waiting.until(condition, SharedCluster.DEADLINE)).isTrue();
    }

    private RunningJob submit(String groupId, SavepointRestoreSettings restoreFrom) {
        RunningJob job = cluster.submit(
                cluster.newEnvironment(1),
                cluster.options()
                        .set(AimOptions.GROUP_ID, groupId)
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.MODEL, "aim-42")
                        // A busy machine can need more than the usual time between two rounds, above all for the first
                        // query.
                        .set(AimOptions.SQL_MAX_HOLD_TIME, SharedCluster.DEADLINE),
                restoreFrom);
        job.awaitRunning(SharedCluster.DEADLINE);
        return job;
    }

    private void publishCalls() {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (long subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
                for (int call = 0; call < subscriber; call++) {
                    events.publish(new Event(subscriber, System.currentTimeMillis(), 60, 1, false));
                }
            }
            events.flush();
        }
    }
}
