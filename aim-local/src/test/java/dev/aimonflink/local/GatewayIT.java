package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** A gateway before a job that is stopped, started with another parallelism, and goes on. */
class GatewayIT {
    private static final int SUBSCRIBERS = 100;
    private static final int CALLS = 1_000;
    private static final int CLIENTS = 3;

    /** Of each client, between the changes of the job. */
    private static final int ANSWERS = 20;

    /** What a client may be told to try again. */
    private static final String AGAIN = "40001";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private final AtomicLong answers = new AtomicLong();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private volatile boolean isOver;

    @Test
    void shouldAnswerRightWhileTheJobIsStoppedAndRescaled() throws Exception {
        cluster.createTopics();
        publishCalls();
        RunningJob first = submit(1, SavepointRestoreSettings.none());
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.EVENTS_APPLIED) == CALLS, SharedCluster.DEADLINE))
                .isTrue();
        try (OpenGateway gateway = open()) {
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Thread client = new Thread(() -> ask(gateway.port()));
                client.start();
                clients.add(client);
            }
            awaitAnswers();
            RunningJob second =
                    submit(2, SavepointRestoreSettings.forPath(first.stopWithSavepoint(cluster.savepoints())));
            awaitAnswers();
            submit(1, SavepointRestoreSettings.forPath(second.stopWithSavepoint(cluster.savepoints())));
            awaitAnswers();
            isOver = true;
            for (Thread client : clients) {
                client.join(SharedCluster.DEADLINE.toMillis());
                assertThat(client.isAlive()).isFalse();
            }
        }
        assertThat(faults).isEmpty();
    }

    private OpenGateway open() {
        return OpenGateway.open(
                OpenGateway.throughKafka(cluster.connection(), cluster.topics()),
                new ServerSettings(
                        "127.0.0.1",
                        0,
                        ServerSettings.CONNECTIONS,
                        false,
                        ServerSettings.AUTHENTICATION_TIME,
                        ServerSettings.IDLE_TIME),
                Gateway.Limits.USUAL,
                new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                Optional.empty(),
                Optional::empty);
    }

    private void awaitAnswers() {
        long before = answers.get();
        assertThat(Waiting.until(
                        () -> answers.get() >= before + (long) CLIENTS * ANSWERS || !faults.isEmpty(),
                        SharedCluster.DEADLINE))
                .isTrue();
    }

    private void ask(int port) {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/aim?user=aim");
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT count(*), sum(number_of_calls_this_week) FROM subscribers WHERE subscriber_id > ?")) {
            while (!isOver && faults.isEmpty()) {
                statement.setLong(1, 0);
                ask(statement);
            }
        } catch (SQLException | RuntimeException failure) {
            faults.add(failure.toString());
        }
    }

    private void ask(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            String answer = rows.getLong(1) + " " + rows.getLong(2);
            if (!answer.equals(SUBSCRIBERS + " " + CALLS)) {
                faults.add("answered " + answer);
            }
            answers.incrementAndGet();
        } catch (SQLException failure) {
            if (!AGAIN.equals(failure.getSQLState())) {
                throw failure;
            }
        }
    }

    private RunningJob submit(int parallelism, SavepointRestoreSettings restoreFrom) {
        RunningJob job = cluster.submit(
                cluster.newEnvironment(parallelism),
                cluster.options()
                        .set(AimOptions.GROUP_ID, cluster.groupId())
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.MODEL, "aim-42"),
                restoreFrom);
        job.awaitRunning(SharedCluster.DEADLINE);
        return job;
    }

    private void publishCalls() {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (int call = 0; call < CALLS; call++) {
                events.publish(new Event(1 + call % SUBSCRIBERS, System.currentTimeMillis(), 60, 1, false));
            }
            events.flush();
        }
    }
}
