package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A gateway before a job that loses its TaskManager, is stopped, rescaled and upgraded, and goes on, while events come. */
class GatewayIT {
    private static final int SUBSCRIBERS = 100;

    /** Of all clients, between the changes of the job. */
    private static final int ANSWERS = 60;

    private static final long PAUSE_MS = 5;
    private static final String SUMS = "SELECT count(*), sum(number_of_calls_ever) FROM subscribers";
    private static final String ROW = "SELECT * FROM subscribers WHERE subscriber_id = 7";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @TempDir
    private Path folder;

    private final AtomicLong published = new AtomicLong();
    private volatile boolean isOver;

    @Test
    void shouldAnswerRightWhileTheJobIsKilledRescaledAndUpgraded() throws Exception {
        cluster.createTopics();
        Thread publisher = new Thread(this::publish);
        publisher.start();
        RunningJob job = submit(1, model("before", new Ever()), SavepointRestoreSettings.none());
        try (GatewayClients clients = new GatewayClients(
                cluster.connection(), cluster.topics(), SUMS, ROW, () -> Math.max(SUBSCRIBERS, published.get()))) {
            clients.awaitAnswers(ANSWERS);
            kill(job);
            clients.awaitAnswers(ANSWERS);
            job = resubmit(job, 2, model("before", new Ever()));
            clients.awaitAnswers(ANSWERS);
            upgrade(clients, job);
            clients.awaitAnswers(ANSWERS);
            isOver = true;
            publisher.join(SharedCluster.DEADLINE.toMillis());
            assertThat(clients.end()).isEmpty();
            assertThat(Waiting.until(
                            () -> sums(clients).equals(List.of((long) SUBSCRIBERS, published.get())),
                            SharedCluster.DEADLINE))
                    .as("the job has all events: " + sums(clients) + " of " + published)
                    .isTrue();
            System.out.println("GatewayIT: " + clients.outcomes());
        } finally {
            isOver = true;
        }
    }

    /** Statements that were prepared before go on where their columns are the same, and else say so. */
    private void upgrade(GatewayClients clients, RunningJob job) throws SQLException, IOException {
        try (Connection connection = clients.connect();
                PreparedStatement same = connection.prepareStatement(SUMS);
                PreparedStatement changed = connection.prepareStatement(ROW)) {
            connection.setAutoCommit(false);
            int columns = 0;
            for (int i = 0; i < 3; i++) {
                columns(same);
                columns = columns(changed);
            }
            connection.commit();
            resubmit(job, 1, model("after", new Window(Window.Unit.HOUR, 6), new Ever()));
            assertThat(columns(same)).isEqualTo(2);
            assertThatThrownBy(() -> columns(changed))
                    .hasMessageContaining("cached plan must not change result type")
                    .extracting(each -> ((SQLException) each).getSQLState())
                    .isEqualTo("0A000");
            connection.rollback();
            connection.setAutoCommit(true);
            // The driver prepares it again by itself where no transaction is lost.
            assertThat(columns(changed)).isGreaterThan(columns);
        }
    }

    private static int columns(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.getMetaData().getColumnCount();
        }
    }

    private static List<Long> sums(GatewayClients clients) {
        try {
            return clients.sums();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void kill(RunningJob job) {
        long completed = job.checkpoints().getNumberOfCompletedCheckpoints();
        assertThat(Waiting.until(
                        () -> job.checkpoints().getNumberOfCompletedCheckpoints() > completed, SharedCluster.DEADLINE))
                .isTrue();
        long restored = job.checkpoints().getNumberOfRestoredCheckpoints();
        cluster.flink().replaceTaskManagers(1);
        job.awaitRestored(restored, SharedCluster.DEADLINE);
    }

    private RunningJob resubmit(RunningJob job, int parallelism, Path model) {
        return submit(
                parallelism, model, SavepointRestoreSettings.forPath(job.stopWithSavepoint(cluster.savepoints())));
    }

    private RunningJob submit(int parallelism, Path model, SavepointRestoreSettings restoreFrom) {
        Configuration settings = new Configuration()
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500))
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        RunningJob job = cluster.submit(
                cluster.newEnvironment(parallelism, settings),
                cluster.options()
                        .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                        .set(AimOptions.MODEL, model.toString())
                        .set(AimOptions.COLUMNS, List.of("all")),
                restoreFrom);
        job.awaitRunning(SharedCluster.DEADLINE);
        return job;
    }

    /** The model of the calls with further windows in front. */
    private Path model(String name, WindowPolicy... further) throws IOException {
        Model calls = CallModel.schema(42).model();
        Aggregates of = calls.aggregates();
        List<WindowPolicy> windows = new ArrayList<>(List.of(further));
        windows.addAll(of.windows());
        Model changed = new Model(
                calls.name(),
                calls.event(),
                calls.entity(),
                new Aggregates(of.filters(), windows, of.aggregations(), of.copies()),
                calls.names());
        PresetModels.writeTables(folder);
        return Files.writeString(folder.resolve(name + ".yaml"), ModelFile.text(changed));
    }

    /** One event of each subscriber in turn; it counts as published before it can be read. */
    private void publish() {
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            while (!isOver) {
                long call = published.getAndIncrement();
                events.publish(new Event(1 + call % SUBSCRIBERS, System.currentTimeMillis(), 60, 1, false));
                Thread.sleep(PAUSE_MS);
            }
            events.flush();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
