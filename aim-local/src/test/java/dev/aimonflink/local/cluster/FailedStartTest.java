package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** A start that fails leaves the cluster as it was, so that the next one is as it would have been. */
class FailedStartTest {
    private final FakeProcesses processes = new FakeProcesses();

    @TempDir
    private Path directory;

    private ClusterFolder folder;
    private Cluster cluster;

    @BeforeEach
    void createCluster() {
        folder = new ClusterFolder(directory.resolve("cluster"));
        folder.create();
        cluster = new Cluster(
                folder,
                processes,
                new CommandLines(folder, "java", "flink-core.jar"),
                progress -> {},
                Duration.ZERO,
                false);
    }

    private void failToStart(UnaryOperator<ClusterSettings> settings) {
        ClusterRequest request =
                new ClusterRequest(settings, null, null, null, null, directory.resolve("job.jar"), Optional.empty());
        assertFails(ClientException.class, () -> cluster.up(request));
        assertThat(processes.calls).anyMatch(call -> call.startsWith("start broker"));
    }

    @Test
    void shouldKeepTheSettingsOfBefore() {
        ClusterState before = Clusters.empty();
        before.write(folder);
        failToStart(settings -> new ClusterSettings(
                settings.taskManagers(),
                settings.slots(),
                settings.parallelism(),
                "aim-84",
                settings.backend(),
                settings.checkpointIntervalMs(),
                settings.heapMebibytes(),
                settings.flinkHome(),
                settings.javaOptions(),
                settings.jobArguments()));
        assertThat(ClusterState.read(folder)).contains(before);
    }

    @Test
    void shouldLeaveNoSettingsWhereThereWereNone() {
        failToStart(settings -> settings);
        assertThat(folder.state()).doesNotExist();
        assertThat(Files.exists(folder.root())).isTrue();
    }
}
