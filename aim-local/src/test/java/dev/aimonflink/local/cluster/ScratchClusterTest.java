package dev.aimonflink.local.cluster;

import dev.aimonflink.local.TemporaryDirectory;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ScratchClusterTest {
    private final FakeProcesses processes = new FakeProcesses();
    private final Member broker = new Member("broker", Role.BROKER, processes.running(), 0);
    private final Member first = new Member("taskmanager-1", Role.TASKMANAGER, processes.running(), 0);
    private final Member second = new Member("taskmanager-2", Role.TASKMANAGER, processes.running(), 0);
    private final List<String> progress = new ArrayList<>();

    @TempDir
    private Path parent;

    private TemporaryDirectory directory;
    private ClusterFolder folder;
    private ScratchCluster cluster;

    @BeforeEach
    void createCluster() {
        directory = TemporaryDirectory.create("aim-test-cluster-");
        folder = new ClusterFolder(directory.path());
        folder.create();
        Clusters.of(broker, first, second).write(folder);
        cluster = new ScratchCluster(
                directory,
                processes,
                new Cluster(
                        folder,
                        processes,
                        new CommandLines(folder, "java", "flink-core.jar"),
                        progress::add,
                        Duration.ZERO,
                        true));
    }

    @AfterEach
    void closeCluster() {
        cluster.close();
    }

    @Test
    void shouldKillTheTaskManagerOfANumber() {
        cluster.killTaskManager(2);
        assertThat(processes.calls).containsExactly("kill " + second.process().pid());
    }

    @Test
    void shouldKillTheProcessThatHasTakenTheOnesPlace() {
        processes.die(first.process());
        Member next = first.restartedAs(processes.running());
        ClusterState.read(folder).orElseThrow().with(next).write(folder);
        cluster.killTaskManager(1);
        assertThat(processes.calls).containsExactly("kill " + next.process().pid());
    }

    @ParameterizedTest
    @CsvSource({"0", "3"})
    void shouldRefuseToKillATaskManagerThatThereIsNot(int number) {
        assertFails(InvalidInputException.class, () -> cluster.killTaskManager(number))
                .hasMessage("taskmanager=" + number + " is none of the cluster in " + folder.root() + ".");
        assertThat(processes.calls).isEmpty();
    }

    @Test
    void shouldStopEverythingAndRemoveTheFolderAtTheEnd() {
        cluster.close();
        assertThat(List.of(broker, first, second)).noneMatch(member -> processes.isAlive(member.process()));
        assertThat(folder.root()).doesNotExist();
        cluster.close();
        assertThat(folder.root()).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --taskmanagers=0           | taskmanagers=0 is outside 1..64. Give a number inside.
        --checkpoint-interval=99ms | checkpoint-interval=99ms is too short. Give at least 100ms.
        --heap=63                  | heap=63m is too small for a TaskManager. Give at least 64m.
        --backend=disk             | backend=disk is no state backend. Give hashmap or rocksdb.
        --aim.time-zon=UTC         | There is no option --aim.time-zon. Did you mean aim.time-zone?
        """)
    void shouldTakeTheOptionsThatTheCommandTakes(String option, String refusal) throws Exception {
        Path jar = Files.createFile(parent.resolve("aim-job.jar"));
        String[] options = option.startsWith("--aim.")
                ? new String[] {"--jar=" + jar, "--", option}
                : new String[] {"--jar=" + jar, option};
        assertFails(InvalidInputException.class, () -> ScratchCluster.up(progress::add, options))
                .hasMessage(refusal);
        assertThat(progress).isEmpty();
    }
}
