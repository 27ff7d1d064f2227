package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.local.cluster.Watcher.RestartPacer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class WatcherTest {
    private final FakeProcesses processes = new FakeProcesses();
    private final ProcessId self = processes.running();
    private final Member broker = new Member("broker", Role.BROKER, processes.running(), 0);
    private final Member jobManager = new Member("jobmanager", Role.JOBMANAGER, processes.running(), 0);
    private final Member first = new Member("taskmanager-1", Role.TASKMANAGER, processes.running(), 0);
    private final Member second = new Member("taskmanager-2", Role.TASKMANAGER, processes.running(), 0);
    private final Member gateway = new Member("gateway", Role.GATEWAY, processes.running(), 0);
    private final Member watching = new Member(Watcher.NAME, Role.WATCHER, self, 0);

    private ClusterFolder folder;
    private Watcher watcher;
    private boolean isOrphan;

    @BeforeEach
    void createCluster(@TempDir Path root) {
        folder = new ClusterFolder(root);
        folder.create();
        Clusters.of(broker, jobManager, first, second, gateway, watching).write(folder);
        watcher = new Watcher(
                folder, processes, new CommandLines(folder, "java", "flink-core.jar"), self, () -> isOrphan);
    }

    private Member member(String name) {
        return ClusterState.read(folder).orElseThrow().member(name).orElseThrow();
    }

    @Test
    void shouldLeaveAloneWhatLives() {
        assertThat(watcher.look(0)).isTrue();
        assertThat(processes.calls).isEmpty();
    }

    @Test
    void shouldStartADeadTaskManagerAgainAndWriteItDown() {
        processes.die(second.process());
        assertThat(watcher.look(0)).isTrue();
        assertThat(processes.calls).containsExactly("start taskmanager-2.out as 106");
        assertThat(member("taskmanager-2").process().pid()).isEqualTo(106);
        assertThat(member("taskmanager-2").restarts()).isEqualTo(1);
        assertThat(member("taskmanager-1")).isEqualTo(first);
    }

    @Test
    void shouldStartADeadBrokerAgain() {
        processes.die(broker.process());
        assertThat(watcher.look(0)).isTrue();
        assertThat(processes.calls).containsExactly("start broker.out as 106");
    }

    @Test
    void shouldStartADeadGatewayAgain() {
        processes.die(gateway.process());
        assertThat(watcher.look(0)).isTrue();
        assertThat(processes.calls).containsExactly("start gateway.out as 106");
        assertThat(member("gateway").restarts()).isEqualTo(1);
    }

    @Test
    void shouldNotDecideAboutADeadJobManager() {
        processes.die(jobManager.process());
        assertThat(watcher.look(0)).isTrue();
        assertThat(processes.calls).isEmpty();
    }

    @Test
    void shouldPauseBeforeItStartsTheSameAgain() {
        processes.die(first.process());
        watcher.look(0);
        processes.die(member("taskmanager-1").process());
        watcher.look(RestartPacer.FIRST_PAUSE_MS - 1);
        assertThat(processes.calls).hasSize(1);
        watcher.look(RestartPacer.FIRST_PAUSE_MS);
        assertThat(processes.calls).hasSize(2);
    }

    @Test
    void shouldStartNothingWhileACommandIsAtWork() {
        processes.die(first.process());
        ClusterLock command = ClusterLock.tryAcquire(folder).orElseThrow();
        try (command) {
            assertThat(watcher.look(0)).isTrue();
            assertThat(processes.calls).isEmpty();
        }
        watcher.look(0);
        assertThat(processes.calls).hasSize(1);
    }

    @Test
    void shouldEndWhenAnotherWatches() {
        ClusterState state = ClusterState.read(folder).orElseThrow();
        state.with(watching.restartedAs(processes.running())).write(folder);
        processes.die(first.process());
        assertThat(watcher.look(0)).isFalse();
        assertThat(processes.calls).isEmpty();
    }

    @Test
    void shouldEndTheClusterAndRemoveItsFolderWhenTheOwnerIsGone() {
        isOrphan = true;
        ProcessId unrecorded = processes.running();
        processes.unrecorded.add(unrecorded);

        assertThat(watcher.look(0)).isFalse();

        assertThat(List.of(broker, jobManager, first, second, gateway))
                .noneMatch(each -> processes.isAlive(each.process()));
        assertThat(processes.isAlive(unrecorded)).isFalse();
        assertThat(processes.isAlive(self)).isTrue();
        assertThat(folder.root()).doesNotExist();
    }

    @Test
    void shouldEndWhenTheClusterIsDown() {
        ClusterState.read(folder).orElseThrow().withoutMembers().write(folder);
        assertThat(watcher.look(0)).isFalse();
    }
}
