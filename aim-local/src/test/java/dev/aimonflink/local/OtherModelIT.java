package dev.aimonflink.local;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A job with the savepoint of another model ends at once, whether the kinds of keys differ or only the entities do. */
class OtherModelIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path SAVEPOINTS = Path.of("src/test/resources/savepoints");

    private static final String CARDS = "model=payments has the entity 'card' with numbers as keys, ";
    private static final String OF_CARDS = "of model=payments, which has the entity 'card' with numbers as keys. ";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

    @TempDir
    private Path folder;

    @BeforeEach
    void createTopics() {
        cluster.createTopics();
    }

    /** Submits a job that would be restarted for ever. */
    private RunningJob submit(String backend, String model, String savepoint) {
        Configuration settings = new Configuration()
                .set(StateBackendOptions.STATE_BACKEND, backend)
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        String path = SAVEPOINTS.resolve(savepoint).toAbsolutePath().toString();
        return cluster.submit(
                cluster.newEnvironment(2, settings),
                // The topics lack what the savepoints counted.
                cluster.options().set(AimOptions.MODEL, model).set(AimOptions.LOST_OFFSETS, LostOffsets.SKIP.label()),
                SavepointRestoreSettings.forPath(path));
    }

    private static String file(String model) {
        return SAVEPOINTS.resolve(model).resolve(model + ".yaml").toString();
    }

    private static void assertRefused(RunningJob job, String difference, String model) {
        assertThat(Waiting.until(() -> job.status().isGloballyTerminalState(), DEADLINE))
                .as("the job has failed, in spite of its restart strategy")
                .isTrue();
        assertThatThrownBy(job::requireRunning)
                .hasStackTraceContaining("InvalidInputException: " + difference
                        + "Restore it with a model of the same entity and kind of key, whatever else is changed."
                        + " Or start model=" + model
                        + " without this state, with another aim.kafka.group-id and topics of its own.\n");
    }

    @ParameterizedTest
    @CsvSource({"hashmap", "rocksdb"})
    void shouldRefuseTheSavepointOfAnotherModel(String backend) {
        assertRefused(
                submit(backend, file("devices"), "payments"),
                "model=devices has the entity 'sensor' with texts as keys, but the state to restore is " + OF_CARDS,
                "devices");
        assertRefused(
                submit(backend, file("payments"), "devices"),
                CARDS + "but the state to restore is of model=devices, which has the entity 'sensor' with texts as"
                        + " keys. ",
                "payments");
        assertRefused(
                submit(backend, "aim-42", "payments"),
                "model=aim_42 has the entity 'subscriber' with numbers as keys, but the state to restore is "
                        + OF_CARDS,
                "aim_42");
    }

    @Test
    void shouldGoOnWithAModelOfAnotherNameThatKeepsLess() throws IOException {
        Path changed = folder.resolve("changed.yaml");
        Files.writeString(changed, """
            model: spending
            entity: card
            event: purchase
            key: cardNumber
            time: timestamp
            windows: [1 month]
            aggregates:
              events: [count]
            """);
        RunningJob job = submit("hashmap", changed.toString(), "payments");
        job.awaitRunning(DEADLINE);
        assertThat(job.restoredCheckpoint()).isPresent();
    }
}
