package dev.aimonflink.local.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLinesTest {
    private static final String CLASS_PATH = String.join(
            File.pathSeparator,
            "/lib/aim-job-0.1.0.jar",
            "/lib/flink-connector-base-2.2.1.jar",
            "/lib/flink-connector-kafka-5.0.0-2.2.jar",
            "/lib/flink-runtime-2.2.1.jar",
            "/lib/jackson-core-2.19.2.jar",
            "/lib/kafka-clients-4.2.0.jar",
            "/lib/kryo-5.6.2.jar",
            "/lib/log4j-core-2.24.3.jar",
            "/repo/aim-local/target/classes");
    private static final String FLINK_CLASS_PATH = String.join(
            File.pathSeparator,
            "/lib/flink-connector-base-2.2.1.jar",
            "/lib/flink-runtime-2.2.1.jar",
            "/lib/kryo-5.6.2.jar",
            "/lib/log4j-core-2.24.3.jar");

    private final ClusterFolder folder = new ClusterFolder(Path.of("/cluster"));
    private final CommandLines lines = new CommandLines(folder, "/jdk/bin/java", CLASS_PATH);

    @Test
    void shouldRunTheBrokerOnOurClassPath() {
        assertThat(lines.of("broker", Role.BROKER, Clusters.empty()))
                .startsWith("/jdk/bin/java")
                .contains("-Dlog.file=/cluster/logs/broker.log")
                .endsWith(
                        "-cp",
                        CLASS_PATH,
                        "dev.aimonflink.local.SeparateBroker",
                        "/cluster/data/kafka",
                        "19092",
                        "19093");
    }

    @Test
    void shouldRunTheGatewayForThisClusterAlone() {
        assertThat(lines.of("gateway", Role.GATEWAY, Clusters.empty()))
                .startsWith("/jdk/bin/java", "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
                .contains("-Dlog.file=/cluster/logs/gateway.log")
                .endsWith(
                        "-cp",
                        CLASS_PATH,
                        "dev.aimonflink.clients.cli.Aim",
                        "gateway",
                        "--pg=15432",
                        "--http=18088",
                        "--http-token=/cluster/http-token",
                        "--flink=http://127.0.0.1:18081",
                        "--bootstrap=127.0.0.1:19092",
                        "--kafka-properties=");
    }

    @Test
    void shouldRunFlinkOnWhatItsDistributionHas() {
        assertThat(lines.of("jobmanager", Role.JOBMANAGER, Clusters.empty()))
                .endsWith(
                        "-cp",
                        FLINK_CLASS_PATH,
                        "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                        "--configDir",
                        "/cluster/conf");
    }

    @Test
    void shouldRunFlinkOnADistributionAndWithJvmOptionsIfTheyAreGiven() {
        ClusterSettings settings = new ClusterSettings(
                2,
                1,
                2,
                "aim-546",
                ClusterSettings.HASHMAP,
                10_000,
                1_024,
                "/opt/flink",
                List.of("-Xlog:gc"),
                List.of());
        ClusterState state = ClusterState.initial(settings, Clusters.PORTS);
        assertThat(lines.of("taskmanager-1", Role.TASKMANAGER, state))
                .contains("-Xlog:gc")
                .doesNotContain("--add-modules=jdk.incubator.vector");
        assertThat(lines.of("jobmanager", Role.JOBMANAGER, state)).containsSequence("-cp", "/opt/flink/lib/*");
        assertThat(lines.of("taskmanager-1", Role.TASKMANAGER, state)).containsSequence("-cp", "/opt/flink/lib/*");
        assertThat(lines.submission("submit", Path.of("/aim-job.jar"), state, null))
                .containsSequence("-cp", "/opt/flink/lib/*");
        assertThat(lines.of("broker", Role.BROKER, state)).containsSequence("-cp", CLASS_PATH);
    }

    @Test
    void shouldGiveATaskManagerTheMemoryThatFlinkDerives() {
        assertThat(lines.of("taskmanager-2", Role.TASKMANAGER, Clusters.empty()))
                // The heap for the task, and Flink's own 128 MiB.
                .contains("-Xmx1207959552", "-Xms1207959552", "--add-modules=jdk.incubator.vector")
                .containsSequence("-cp", FLINK_CLASS_PATH, "org.apache.flink.runtime.taskexecutor.TaskManagerRunner")
                .containsSequence("-D", "taskmanager.resource-id=taskmanager-2")
                .containsSequence("-D", "taskmanager.memory.task.heap.size=1073741824b")
                .containsSequence("-D", "taskmanager.memory.managed.size=0b");
    }

    @Test
    void shouldRunTaskManagersWithTheOptionsThatAreRecommendedForThem() throws IOException {
        String recommended = Files.readAllLines(Path.of("../flink-conf/config.yaml")).stream()
                .filter(line -> line.startsWith("env.java.opts.taskmanager: "))
                .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
                .findFirst()
                .orElseThrow();
        assertThat(lines.of("taskmanager-2", Role.TASKMANAGER, Clusters.empty()))
                .contains(recommended.split(" "));
    }

    @Test
    void shouldSubmitAsAUserDoes() {
        assertThat(lines.submission("submit", Path.of("/aim-job.jar"), Clusters.empty(), null))
                .containsSequence(
                        "-cp",
                        FLINK_CLASS_PATH,
                        "org.apache.flink.client.cli.CliFrontend",
                        "run",
                        "--detached",
                        "--parallelism",
                        "2",
                        "/aim-job.jar",
                        "--aim.kafka.bootstrap-servers",
                        "127.0.0.1:19092",
                        "--aim.model",
                        "aim-546",
                        "--aim.matrix.columns",
                        "sql");
    }

    @Test
    void shouldGiveTheJobItsModel() {
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
                List.of("--aim.matrix.columns=all"));
        assertThat(settings.text()).contains("parallelism=2, model=/models/payments.yaml, backend=hashmap");
        ClusterState state = ClusterState.initial(settings, Clusters.PORTS);
        assertThat(lines.submission("submit", Path.of("/aim-job.jar"), state, null))
                .containsSequence("--aim.model", "/models/payments.yaml")
                .contains("--aim.matrix.columns=all")
                .doesNotContain("sql");
    }

    /** A TaskManager does not see that others have slots on its cores. */
    @Test
    void shouldSayWhereScansRunIfTheSlotsTakeAllCores() {
        assertThat(argumentsWith(Runtime.getRuntime().availableProcessors()))
                .containsSequence("--aim.scans.mode", "s1");
        assertThat(argumentsWith(Runtime.getRuntime().availableProcessors(), "--aim.scans.mode=s2"))
                .contains("--aim.scans.mode=s2")
                .doesNotContain("s1");
        if (Runtime.getRuntime().availableProcessors() > 1) {
            assertThat(argumentsWith(1)).doesNotContain("--aim.scans.mode");
        }
    }

    private static List<String> argumentsWith(int taskManagers, String... given) {
        ClusterSettings settings = new ClusterSettings(
                taskManagers,
                1,
                1,
                "aim-42",
                ClusterSettings.HASHMAP,
                10_000,
                1_024,
                ClusterSettings.OUR_FLINK,
                ClusterSettings.WITH_VECTORS,
                List.of(given));
        return ClusterState.initial(settings, Clusters.PORTS).jobArguments();
    }

    @Test
    void shouldGoOnFromASavepointAndLeaveItThere() {
        assertThat(lines.submission("submit", Path.of("/aim-job.jar"), Clusters.empty(), Path.of("/savepoint-1")))
                .containsSequence("--fromSavepoint", "file:///savepoint-1", "--claimMode", "NO_CLAIM", "/aim-job.jar");
    }

    @Test
    void shouldNotKeepAnOldCheckpointForEver() {
        Path checkpoint = folder.checkpoints().resolve("job").resolve("chk-7");
        assertThat(lines.submission("submit", Path.of("/aim-job.jar"), Clusters.empty(), checkpoint))
                .containsSequence("--fromSavepoint", checkpoint.toUri().toString(), "--claimMode", "CLAIM");
    }

    @Test
    void shouldOpenWhatTheLauncherOpens() throws Exception {
        String launcher = Files.readString(Path.of("..", "aim"));
        List<String> line = lines.of("jobmanager", Role.JOBMANAGER, Clusters.empty());
        for (String opened : CommandLines.OPENED_PACKAGES) {
            assertThat(launcher).contains(opened.replaceFirst("^java\\.", ""));
            assertThat(line).contains("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
    }
}
