package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.local.ReservedPort;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClusterSettingsTest {
    private static final ClusterSettings OTHERS = new ClusterSettings(
            3,
            2,
            4,
            "aim-42",
            ClusterSettings.ROCKSDB,
            5_000,
            256,
            "/opt/flink",
            List.of("-Xlog:gc"),
            List.of("--aim.time-zone=UTC"));

    private static final ClusterFolder FOLDER = new ClusterFolder(Path.of("/park"));

    private static final ClusterState WITH_GATEWAY =
            Clusters.of(new Member("gateway", Role.GATEWAY, new ProcessId(1, 0), 0));

    private static ClusterRequest request(
            UnaryOperator<ClusterSettings> settings, Integer kafkaPort, Path fromSavepointOrNull) {
        return request(settings, kafkaPort, null, null, fromSavepointOrNull);
    }

    private static ClusterRequest request(
            UnaryOperator<ClusterSettings> settings,
            Integer kafkaPort,
            Integer gatewayPort,
            Integer httpPort,
            Path fromSavepointOrNull) {
        return new ClusterRequest(
                settings,
                kafkaPort,
                null,
                gatewayPort,
                httpPort,
                Path.of("aim-job.jar"),
                Optional.ofNullable(fromSavepointOrNull));
    }

    @Test
    void shouldBeTwoTaskManagersUnlessToldOtherwise() {
        assertThat(ClusterSettings.DEFAULT.text())
                .isEqualTo("taskmanagers=2, slots=1, parallelism=2, model=aim-546, backend=hashmap,"
                        + " checkpoint-interval=10000ms, heap=1024m");
        assertThat(OTHERS.text())
                .endsWith("heap=256m, flink-home=/opt/flink, java-option=-Xlog:gc and --aim.time-zone=UTC");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0  | 1   | 1   | hashmap | 5000 | 256 | taskmanagers=0 is outside 1..64. Give a number inside.
            65 | 1   | 1   | hashmap | 5000 | 256 | taskmanagers=65 is outside 1..64. Give a number inside.
            2  | 0   | 1   | hashmap | 5000 | 256 | slots=0 is outside 1..128. Give a number inside.
            2  | 1   | 129 | hashmap | 5000 | 256 | parallelism=129 is outside 1..128. Give a number inside.
            2  | 1   | 3   | hashmap | 5000 | 256 | parallelism=3 is more than the 2 slots of taskmanagers=2 with slots=1. Lower it, or give --taskmanagers or --slots to `aim cluster up`, where the cluster is down.
            2  | 1   | 2   | memory  | 5000 | 256 | backend=memory is no state backend. Give hashmap or rocksdb.
            2  | 1   | 2   | hashmap | 99   | 256 | checkpoint-interval=99ms is too short. Give at least 100ms.
            2  | 1   | 2   | hashmap | 5000 | 63  | heap=63m is too small for a TaskManager. Give at least 64m.
            """)
    void shouldRefuseWhatCannotWork(
            int taskManagers, int slots, int parallelism, String backend, long intervalMs, int heap, String message) {
        assertThatThrownBy(() -> new ClusterSettings(
                        taskManagers,
                        slots,
                        parallelism,
                        "aim-42",
                        backend,
                        intervalMs,
                        heap,
                        ClusterSettings.OUR_FLINK,
                        ClusterSettings.WITH_VECTORS,
                        List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void shouldStartWithTheSettingsAndPortsOfLastTime() {
        ClusterState before = request(none -> OTHERS, null, null).next(Optional.empty());
        ClusterState next = request(last -> last, null, null).next(Optional.of(before));
        assertThat(next.settings()).isEqualTo(OTHERS);
        assertThat(next.ports().bootstrap()).isEqualTo(before.ports().bootstrap());
        assertThat(next.ports().restAddress()).isEqualTo(before.ports().restAddress());
        assertThat(next.members()).isEmpty();
    }

    @Test
    void shouldChooseDifferentPorts() {
        ClusterPorts ports = ClusterPorts.choose(
                ClusterPorts.ANY, ClusterPorts.ANY, ClusterPorts.ANY, ClusterPorts.ANY, ClusterPorts.NONE);
        assertThat(List.of(
                        ports.broker(), ports.controller(), ports.rest(), ports.rpc(), ports.gateway(), ports.http()))
                .doesNotHaveDuplicates()
                .allMatch(port -> port > 0);
    }

    @Test
    void shouldRefuseAPortThatCannotBe() {
        assertFails(
                        InvalidInputException.class,
                        () -> ClusterPorts.choose(70_000, ClusterPorts.ANY, null, null, ClusterPorts.NONE))
                .hasMessageStartingWith("kafka-port=70000 cannot be used: ")
                .hasMessageEndingWith(". Give another, or 0 for any that is free.");
    }

    @Test
    void shouldTakeAnotherPortForTheGatewayOnlyIfNobodyAskedForOne() throws Exception {
        try (ReservedPort taken = ReservedPort.of(0);
                ReservedPort takenHttp = ReservedPort.of(0)) {
            ClusterPorts last = new ClusterPorts(0, 0, 0, 0, taken.number(), takenHttp.number());
            ClusterPorts chosen = ClusterPorts.choose(ClusterPorts.ANY, ClusterPorts.ANY, null, null, last);
            assertThat(chosen.gateway()).isPositive().isNotEqualTo(taken.number());
            assertThat(chosen.psql()).isEqualTo("psql -h 127.0.0.1 -p " + chosen.gateway() + " -U aim aim");
            assertThat(chosen.http()).isPositive().isNotEqualTo(takenHttp.number());
            assertThat(chosen.httpAddress()).contains("http://127.0.0.1:" + chosen.http());
            assertRefused("pg", taken.number(), taken.number(), null);
            assertRefused("http", takenHttp.number(), null, takenHttp.number());
        }
    }

    private static void assertRefused(String name, int taken, Integer gatewayOrNull, Integer httpOrNull) {
        assertThatThrownBy(() -> ClusterPorts.choose(
                        ClusterPorts.ANY, ClusterPorts.ANY, gatewayOrNull, httpOrNull, ClusterPorts.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(name + "=" + taken + " cannot be used: ")
                .hasMessageEndingWith(". Give another, or 0 for any that is free.");
    }

    @Test
    void shouldBeOpenOnceBothPortsOfTheGatewayAre() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket gateway = new ServerSocket(0, 5, here)) {
            ClusterPorts ports;
            try (ServerSocket http = new ServerSocket(0, 5, here)) {
                ports = new ClusterPorts(0, 0, 0, 0, gateway.getLocalPort(), http.getLocalPort());
                assertThat(ports.isGatewayOpen()).isTrue();
            }
            assertThat(ports.isGatewayOpen()).isFalse();
            assertThat(new ClusterPorts(0, 0, 0, 0, gateway.getLocalPort(), ClusterPorts.ANY).isGatewayOpen())
                    .isTrue();
        }
    }

    @Test
    void shouldChoosePortsWhereNoGatewayRunsYet() throws Exception {
        int free;
        int freeHttp;
        try (ReservedPort port = ReservedPort.of(0);
                ReservedPort httpPort = ReservedPort.of(0)) {
            free = port.number();
            freeHttp = httpPort.number();
        }
        Member broker = new Member("broker", Role.BROKER, new ProcessId(1, 0), 0);
        ClusterState next =
                request(running -> running, null, free, freeHttp, null).sameAs(Clusters.of(broker), FOLDER);
        assertThat(next.ports().gateway()).isEqualTo(free);
        assertThat(next.ports().http()).isEqualTo(freeHttp);
        assertThat(next.ports().bootstrap()).isEqualTo(Clusters.PORTS.bootstrap());
    }

    @Test
    void shouldLeaveARunningClusterAsItIs() {
        assertThat(request(
                                running -> running,
                                Clusters.PORTS.broker(),
                                Clusters.PORTS.gateway(),
                                Clusters.PORTS.http(),
                                null)
                        .sameAs(WITH_GATEWAY, FOLDER))
                .isEqualTo(WITH_GATEWAY);
    }

    @Test
    void shouldTakeOtherSettingsWhereOnlyABrokerRuns() {
        ClusterState broker = Clusters.of(new Member("broker", Role.BROKER, new ProcessId(1, 0), 0));
        ClusterState next = request(running -> OTHERS, null, Path.of("s")).sameAs(broker, FOLDER);
        assertThat(next.settings()).isEqualTo(OTHERS);
        assertThat(next.members()).isEqualTo(broker.members());
    }

    @Test
    void shouldNotChangeARunningCluster() {
        assertFails(InvalidInputException.class, () -> request(running -> OTHERS, null, null)
                        .sameAs(Clusters.empty(), FOLDER))
                .hasMessage("The cluster runs with " + ClusterSettings.DEFAULT.text()
                        + ". For another model, parallelism, checkpoint interval or options of the job, run"
                        + " `aim cluster restart --dir /park`. For others, run `aim cluster down --dir /park`"
                        + " first; the job then goes on from where it was.");
        assertThatThrownBy(() -> request(running -> running, 1, null).sameAs(Clusters.empty(), FOLDER))
                .hasMessage(
                        "kafka-port=1 is not 19092, on which the cluster runs. Run `aim cluster down --dir /park` first.");
        assertThatThrownBy(
                        () -> request(running -> running, null, 1, null, null).sameAs(WITH_GATEWAY, FOLDER))
                .hasMessage("pg=1 is not 15432, on which the cluster runs. Run `aim cluster down --dir /park` first.");
        assertThatThrownBy(
                        () -> request(running -> running, null, null, 1, null).sameAs(WITH_GATEWAY, FOLDER))
                .hasMessage(
                        "http=1 is not 18088, on which the cluster runs. Run `aim cluster down --dir /park` first.");
        assertThatThrownBy(() -> request(running -> running, null, Path.of("s")).sameAs(Clusters.empty(), FOLDER))
                .hasMessage("from-savepoint=s is for a cluster that is down, and this one runs."
                        + " Run `aim cluster down --dir /park` first.");
    }
}
