package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ClusterStateTest {
    private static final Member BROKER = new Member("broker", Role.BROKER, new ProcessId(11, 1_000), 0);
    private static final Member WORKER = new Member("taskmanager-1", Role.TASKMANAGER, new ProcessId(12, 2_000), 3);

    private static final Member GATEWAY = new Member("gateway", Role.GATEWAY, new ProcessId(13, 3_000), 1);

    private ClusterFolder folder;

    @BeforeEach
    void createFolder(@TempDir Path root) {
        folder = new ClusterFolder(root);
        folder.create();
    }

    @Test
    void shouldReadWhatItWrote() {
        Clusters.of(WORKER, BROKER).write(folder);
        assertThat(ClusterState.read(folder)).contains(Clusters.of(BROKER, WORKER));
    }

    @Test
    void shouldReadAndWriteAsTheGoldenFileHasIt() throws Exception {
        Files.writeString(folder.state(), golden("cluster-v3.json"));
        assertThat(ClusterState.read(folder)).contains(Clusters.of(BROKER, WORKER, GATEWAY));
        Clusters.of(BROKER, GATEWAY, WORKER).write(folder);
        assertThat(folder.state()).hasContent(golden("cluster-v3.json"));
    }

    @Test
    void shouldReadAFileOfBeforeThereWereGateways() throws Exception {
        Files.writeString(folder.state(), golden("cluster-v1.json"));
        assertThat(ClusterState.read(folder))
                .contains(Clusters.of(BROKER, WORKER).with(ports(ClusterPorts.ANY)));
    }

    @Test
    void shouldReadAFileOfBeforeGatewaysHadAConsole() throws Exception {
        Files.writeString(folder.state(), golden("cluster-v2.json"));
        ClusterState state = Clusters.of(BROKER, WORKER, GATEWAY).with(ports(Clusters.PORTS.gateway()));
        assertThat(ClusterState.read(folder)).contains(state);
        assertThat(state.ports().httpAddress()).isEmpty();
    }

    /** Without one for HTTP. */
    private static ClusterPorts ports(int gateway) {
        return new ClusterPorts(
                Clusters.PORTS.broker(),
                Clusters.PORTS.controller(),
                Clusters.PORTS.rest(),
                Clusters.PORTS.rpc(),
                gateway,
                ClusterPorts.ANY);
    }

    @Test
    void shouldChooseAPortForHttpWhenAGatewayStarts() {
        ClusterState before = Clusters.of(BROKER, GATEWAY).with(ports(Clusters.PORTS.gateway()));
        assertThat(before.readyFor(Role.BROKER)).isEqualTo(before);
        ClusterState ready = before.readyFor(Role.GATEWAY);
        assertThat(ready.ports().http()).isPositive();
        assertThat(ready.ports().gateway()).isEqualTo(Clusters.PORTS.gateway());
        assertThat(ready.readyFor(Role.GATEWAY)).isEqualTo(ready);
    }

    @Test
    void shouldRememberTheModel() {
        ClusterSettings settings = new ClusterSettings(
                2,
                1,
                2,
                "/models/payments.yaml",
                ClusterSettings.HASHMAP,
                10_000,
                1_024,
                ClusterSettings.OUR_FLINK,
                ClusterSettings.WITH_VECTORS,
                List.of());
        ClusterState.initial(settings, Clusters.PORTS).write(folder);
        assertThat(ClusterState.read(folder)).map(ClusterState::settings).contains(settings);
    }

    @Test
    void shouldBeFoundByOtherCommandsWhileAProcessOfItLives() {
        Member alive = new Member("jobmanager", Role.JOBMANAGER, SystemProcesses.self(), 0);
        Clusters.of(BROKER, alive).write(folder);
        assertThat(LocalCluster.running(folder.root()))
                .contains(new LocalCluster(
                        Clusters.PORTS.bootstrap(),
                        Clusters.PORTS.restAddress(),
                        new LocalCluster.Broker(BROKER.process().pid(), false, false)));

        Clusters.of(
                        new Member("broker", Role.BROKER, SystemProcesses.self(), 0),
                        new Member("watcher", Role.WATCHER, SystemProcesses.self(), 0))
                .write(folder);
        assertThat(LocalCluster.running(folder.root()))
                .contains(new LocalCluster(
                        Clusters.PORTS.bootstrap(),
                        null,
                        new LocalCluster.Broker(SystemProcesses.self().pid(), true, true)));
    }

    @Test
    void shouldNotBeFoundAfterItsEnd() throws Exception {
        assertThat(LocalCluster.running(folder.root())).isEmpty();
        Clusters.of(BROKER, WORKER).write(folder);
        assertThat(LocalCluster.running(folder.root())).isEmpty();
        Files.writeString(folder.state(), "{ \"version\": 1, ");
        assertThat(LocalCluster.running(folder.root())).isEmpty();
    }

    private String golden(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldKnowThatThereIsNoCluster() {
        assertThat(ClusterState.read(folder)).isEmpty();
    }

    @Test
    void shouldRefuseWhatItDidNotWrite() throws Exception {
        Files.writeString(folder.state(), "{ \"version\": 1, ");
        assertFails(InvalidInputException.class, () -> ClusterState.read(folder))
                .hasMessageStartingWith(folder.state() + " is not what was written there: ")
                .hasMessageEndingWith("Give another --dir, or stop the processes by hand and remove the file.");
    }

    @Test
    void shouldRefuseTheVersionOfAnotherRelease() throws Exception {
        Files.writeString(folder.state(), "{\"version\": 4, \"members\": []}");
        assertFails(InvalidInputException.class, () -> ClusterState.read(folder))
                .hasMessage(folder.state()
                        + " has version=4, not 1 to 3. Stop the cluster with the release that started it.");
    }

    @Test
    void shouldPutAProcessInThePlaceOfTheOneOfItsName() {
        Member restarted = WORKER.restartedAs(new ProcessId(13, 3_000));
        assertThat(Clusters.of(BROKER, WORKER).with(restarted).members()).containsExactly(BROKER, restarted);
        assertThat(restarted.restarts()).isEqualTo(4);
    }

    @Test
    void shouldKeepAllElseWithoutFlink() {
        Member watcher = new Member("watcher", Role.WATCHER, new ProcessId(14, 4_000), 0);
        ClusterState broker = Clusters.of(BROKER, WORKER, GATEWAY, watcher).withoutFlink();
        assertThat(broker.members()).containsExactly(BROKER, GATEWAY, watcher);
        assertThat(broker.isBrokerOnly()).isTrue();
        assertThat(broker.jobId()).isNull();
    }

    @Test
    void shouldKnowAProcessAlthoughTheClockWasSetALittle() {
        assertThat(BROKER.process().isStartedAt(2_500)).isTrue();
        assertThat(BROKER.process().isStartedAt(3_001)).isFalse();
    }
}
