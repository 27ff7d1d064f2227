package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** More rows than an answer has, from a job to a client of PostgreSQL. */
class ExportIT {
    private static final int SUBSCRIBERS = 60_000;
    private static final long TIME_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    /** More than buffers of sockets hold. */
    private static final String ALL = "COPY (SELECT *, *, *, *, *, *, *, *, *, *, *, * FROM subscribers) TO STDOUT";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private RunningJob job;
    private OpenGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster.createTopics();
        publish(1);
        Configuration settings = new Configuration()
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500))
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        job = cluster.submit(
                cluster.newEnvironment(2, settings),
                cluster.options()
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.MODEL, "aim-42")
                        .set(AimOptions.COLUMNS, List.of("all")),
                SavepointRestoreSettings.none());
        job.awaitRunning(SharedCluster.DEADLINE);
        gateway = OpenGateway.atLoopback(cluster.connection(), cluster.topics(), 0);
        assertThat(Waiting.until(() -> calls() == SUBSCRIBERS, SharedCluster.DEADLINE))
                .isTrue();
    }

    @AfterEach
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    /** Events of all subscribers, as many seconds long as their number. */
    private void publish(int times) {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (int time = 0; time < times; time++) {
                for (int subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
                    events.publish(new Event(subscriber, TIME_MS, subscriber % 1_000 + 1, 1, false));
                }
            }
            events.flush();
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + gateway.port() + "/aim?user=aim");
    }

    private long calls() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet sum =
                        statement.executeQuery("SELECT coalesce(sum(number_of_calls_this_week), 0) FROM subscribers")) {
            sum.next();
            return sum.getLong(1);
        } catch (SQLException notYet) {
            return -1;
        }
    }

    private static CopyOut copy(Connection connection, String sql) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
    }

    private static String[] next(CopyOut copy) throws SQLException {
        byte[] line = copy.readFromCopy();
        return line == null
                ? null
                : new String(line, StandardCharsets.UTF_8).stripTrailing().split("\t");
    }

    @Test
    void shouldSendAllRowsWhileEventsCome() throws Exception {
        Thread publisher = new Thread(() -> publish(3));
        publisher.start();
        try (Connection connection = connect()) {
            for (int times = 0; times < 3; times++) {
                final long before = calls();
                BitSet seen = new BitSet();
                long calls = 0;
                CopyOut copy = copy(
                        connection,
                        "COPY (SELECT subscriber_id, number_of_calls_this_week, total_duration_this_week"
                                + " FROM subscribers) TO STDOUT");
                for (String[] row = next(copy); row != null; row = next(copy)) {
                    final int subscriber = Integer.parseInt(row[0]);
                    assertThat(seen.get(subscriber)).isFalse();
                    seen.set(subscriber);
                    calls += Long.parseLong(row[1]);
                    assertThat(Long.parseLong(row[2])).isEqualTo(Long.parseLong(row[1]) * (subscriber % 1_000 + 1));
                }
                assertThat(seen.cardinality()).isEqualTo(SUBSCRIBERS);
                assertThat(calls).isBetween(before, calls());
            }
        }
        publisher.join(SharedCluster.DEADLINE.toMillis());
    }

    @Test
    void shouldSayThatTheRowsAreGoneAfterARestart() throws Exception {
        try (Connection connection = connect()) {
            CopyOut copy = copy(connection, ALL);
            assertThat(next(copy)).hasSizeGreaterThan(40);
            final long restored = job.checkpoints().getNumberOfRestoredCheckpoints();
            cluster.flink().replaceTaskManagers(1);
            job.awaitRestored(restored, SharedCluster.DEADLINE);
            assertThatThrownBy(() -> {
                        while (next(copy) != null) {
                            // All that was sent before.
                        }
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("Ask again")
                    .extracting(each -> ((SQLException) each).getSQLState())
                    .isEqualTo("40001");
            long rows = 0;
            CopyOut again = copy(connection, ALL);
            while (next(again) != null) {
                rows++;
            }
            assertThat(rows).isEqualTo(SUBSCRIBERS);
        }
    }

    @Test
    void shouldLetOthersExportOnceAClientHasLeft() throws Exception {
        Connection leaving = connect();
        assertThat(next(copy(leaving, ALL))).isNotNull();
        leaving.abort(Runnable::run);
        try (Connection connection = connect()) {
            long rows = 0;
            CopyOut copy = copy(connection, ALL);
            while (next(copy) != null) {
                rows++;
            }
            assertThat(rows).isEqualTo(SUBSCRIBERS);
        }
    }
}
