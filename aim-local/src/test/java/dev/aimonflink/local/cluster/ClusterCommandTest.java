package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.matrix.calls.PresetModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterCommandTest {
    @TempDir
    private Path root;

    @Test
    void shouldReportThatThereIsNoCluster() {
        CommandRun.of("cluster", "status", "--dir=" + root)
                .fails("There is no cluster in " + root + ". Start one: `aim cluster up --dir " + root + "`\n")
                .shows("");
    }

    @Test
    void shouldHaveNoJobToRestartWhereNothingRuns() throws IOException {
        Path jar = Files.createFile(root.resolve("aim-job.jar"));
        assertThat(CommandRun.of("cluster", "restart", "--dir=" + root, "--jar=" + jar)
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("No job runs in the cluster of " + root + ". Start one with `aim cluster up --dir " + root
                        + "`.");
    }

    @Test
    void shouldHaveNothingToStopWhereNothingRuns() {
        CommandRun.of("cluster", "down", "--dir=" + root)
                .succeeds()
                .says("There is no cluster in " + root + ", so nothing was stopped. --dir names another folder.\n")
                .shows("");
        CommandRun.of("cluster", "down", "--savepoint", "--wipe", "--dir=" + root)
                .succeeds()
                .says("There is no cluster in " + root + ", so nothing was stopped; what was left there is removed."
                        + " --dir names another folder.\n")
                .shows("");
    }

    @Test
    void shouldNotMakeAFolderOfAMistypedNameByStopping() {
        Path mistyped = root.resolve("mistyped");
        CommandRun.of("cluster", "down", "--dir=" + mistyped)
                .succeeds()
                .says("There is no folder " + mistyped + ", so nothing was stopped.\n");
        assertThat(mistyped).doesNotExist();
    }

    @Test
    void shouldRefuseASavepointThatIsNoneBeforeAnythingStarts() throws IOException {
        Path nowhere = root.resolve("nowhere");
        Path jar = Files.createFile(root.resolve("job.jar"));
        CommandRun.of("cluster", "up", "--dir=" + root.resolve("c"), "--jar=" + jar, "--from-savepoint=" + nowhere)
                .refuses("from-savepoint=" + nowhere + " is no savepoint or checkpoint: it has no file _metadata."
                        + " Give the folder that has it.\n");
        assertThat(root.resolve("c")).doesNotExist();
    }

    @Test
    void shouldTakeABrokerAloneForAWholeCluster() {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        Clusters.empty()
                .with(new Member("broker", Role.BROKER, SystemProcesses.self(), 0))
                .write(folder);
        CommandRun.of("cluster", "status", "--output=csv", "--dir=" + root)
                .succeeds()
                .shows("part,state,pid,detail,fix\nbroker,up,"
                        + ProcessHandle.current().pid() + ",127.0.0.1:19092,\n");
        assertThat(CommandRun.of("cluster", "down", "--savepoint", "--dir=" + root)
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("savepoint=true needs a job, and the cluster in " + root
                        + " has none. Run `aim cluster down --dir " + root + "` without it.");
    }

    @Test
    void shouldNotTakeFlinkFromAClusterThatRuns() {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        Clusters.empty()
                .with(new Member("broker", Role.BROKER, SystemProcesses.self(), 0))
                .with(new Member("jobmanager", Role.JOBMANAGER, SystemProcesses.self(), 0))
                .write(folder);
        assertThat(CommandRun.of("cluster", "up", "--broker-only", "--dir=" + root)
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("broker-only=true, but the cluster runs with Flink. Run `aim cluster down --dir " + root
                        + "` first.");
    }

    @Test
    void shouldReportWhatIsDownAndHowToFixIt() {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        ProcessId gone = new ProcessId(Long.MAX_VALUE, 0);
        Clusters.empty()
                .with(new Member("taskmanager-1", Role.TASKMANAGER, gone, 2))
                .with(new Member("taskmanager-2", Role.TASKMANAGER, gone, 1))
                .write(folder);
        CommandRun.of("cluster", "status", "--output=csv", "--dir=" + root)
                .exits(ExitCode.FAILURE)
                .shows("part,state,pid,detail,fix\n"
                        + "taskmanager-1,down,9223372036854775807,restarted 2 times,Run `aim cluster up --dir " + root
                        + "`. "
                        + folder.log("taskmanager-1") + " says why.\n"
                        + "taskmanager-2,down,9223372036854775807,restarted once,Run `aim cluster up --dir " + root
                        + "`. "
                        + folder.log("taskmanager-2") + " says why.\n"
                        + "job,down,,not submitted,Run `aim cluster up --dir " + root + "`.\n");
    }

    @Test
    void shouldSayHowToOpenTheConsoleWhileTheGatewayRuns() throws IOException {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        Clusters.empty()
                .with(new Member("gateway", Role.GATEWAY, SystemProcesses.self(), 1))
                .write(folder);
        CommandRun.of("cluster", "status", "--output=csv", "--dir=" + root)
                .says("Console: http://127.0.0.1:18088/\nLogs: " + folder.logs() + "\n")
                .shows("part,state,pid,detail,fix\ngateway,up,"
                        + ProcessHandle.current().pid()
                        + ",\"127.0.0.1:15432, http://127.0.0.1:18088, restarted once\",\n");
        Files.writeString(folder.httpToken(), "aim_secret\n");
        CommandRun.of("cluster", "status", "--output=csv", "--dir=" + root)
                .says("Console: http://127.0.0.1:18088/#token=aim_secret\nLogs: " + folder.logs() + "\n");
    }

    @Test
    void shouldRemoveTheTokenWithAllElse() throws IOException {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        Clusters.empty().write(folder);
        Files.writeString(folder.httpToken(), "aim_secret\n");
        CommandRun.of("cluster", "down", "--dir=" + root).succeeds();
        assertThat(folder.httpToken()).exists();
        CommandRun.of("cluster", "down", "--wipe", "--dir=" + root).succeeds();
        assertThat(folder.httpToken()).doesNotExist();
    }

    @Test
    void shouldReportItsStepsWithoutATerminal() {
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        Clusters.empty()
                .with(new Member("taskmanager-1", Role.TASKMANAGER, new ProcessId(Long.MAX_VALUE, 0), 0))
                .write(folder);
        assertThat(CommandRun.of("cluster", "down", "--dir=" + root).succeeds().err())
                .startsWith("Stopping 1 processes ...\nThe cluster in " + root + " is stopped. ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --taskmanagers=0       | taskmanagers=0 is outside 1..64. Give a number inside.
        --parallelism=3        | parallelism=3 is more than the 2 slots of taskmanagers=2 with slots=1. Lower it, or give --taskmanagers or --slots to `aim cluster up`, where the cluster is down.
        --model=aim-43         | aim-43' is neither a file nor a name:
        --flink-home=none      | flink-home=none is no Flink distribution: it has no lib folder. Give the folder that was unpacked.
        --backend=memory       | backend=memory is no state backend. Give hashmap or rocksdb.
        --checkpoint-interval=5| Invalid value for option '--checkpoint-interval': '5' is no time. Write it like 250ms, 5s, 90m, 1h or 8d.
        --aim.time-zon=UTC     | There is no option --aim.time-zon. Did you mean aim.time-zone?
        """)
    void shouldRefuseBadOptionsBeforeAnythingIsStarted(String option, String message) throws Exception {
        Path jar = Files.createFile(root.resolve("aim-job.jar"));
        boolean isOfTheJob = option.startsWith("--aim.");
        CommandRun up = isOfTheJob
                ? CommandRun.of("cluster", "up", "--dir=" + root, "--jar=" + jar, "--", option)
                : CommandRun.of("cluster", "up", "--dir=" + root, "--jar=" + jar, option);
        assertThat(up.exits(ExitCode.USAGE).err()).contains(message);
        assertThat(new ClusterFolder(root).state()).doesNotExist();
    }

    @Test
    void shouldRefuseAModelThatTheJobWouldRefuse() throws Exception {
        Path jar = Files.createFile(root.resolve("aim-job.jar"));
        Path model = root.resolve("payments.yaml");
        Files.copy(Path.of("..", "docs", "models", "payments.yaml"), model);
        int line = 1 + Files.readAllLines(model).indexOf("  regions: regions.csv");
        CommandRun.of("cluster", "up", "--dir=" + root, "--jar=" + jar, "--model=" + model)
                .refuses(model + ", line " + line + ", column 12: Table regions file=" + root.resolve("regions.csv")
                        + " does not exist. Paths of tables begin in"
                        + " the folder of the model. Give another path.\n");
        assertThat(new ClusterFolder(root).state()).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldRefuseDataOfAnotherModelWhetherItRunsOrNot(boolean runs) throws Exception {
        Path jar = Files.createFile(root.resolve("aim-job.jar"));
        ClusterFolder folder = new ClusterFolder(root);
        folder.create();
        new DataModel(folder).write(PresetModels.named("aim-42"));
        ClusterState before = runs
                ? Clusters.of(new Member("jobmanager", Role.JOBMANAGER, SystemProcesses.self(), 0))
                : Clusters.empty();
        before.write(folder);
        Path model = Path.of("..", "docs", "models", "devices.yaml");
        CommandRun.of("cluster", "up", "--dir=" + root, "--jar=" + jar, "--model=" + model)
                .refuses("model=devices has the entity 'sensor' with texts as keys, but the data in "
                        + folder.data() + " are of model=aim_42, which has the entity 'subscriber' with numbers as"
                        + " keys. Give the model of the data with --model; all of it may have changed but its entity and kind of"
                        + " key. Or give another folder with --dir. Only if nobody needs the data, remove them:"
                        + " `aim cluster down --wipe --dir " + root + "`.\n");
        assertThat(ClusterState.read(folder)).contains(before);
    }

    @Test
    void shouldSayWhereItLooksForAModel() throws Exception {
        Path jar = Files.createFile(root.resolve("aim-job.jar"));
        CommandRun.of("cluster", "up", "--dir=" + root, "--jar=" + jar, "--model=nofile.yaml")
                .refuses("Model '" + Path.of("nofile.yaml").toAbsolutePath() + "' is neither a file nor a name: "
                        + Path.of("nofile.yaml").toAbsolutePath() + " does not exist."
                        + " Give the path of a file, or one of aim-42, aim-546.\n");
    }

    @Test
    void shouldSayHowToComeByTheJar() {
        CommandRun.of("cluster", "up", "--dir=" + root, "--jar=none.jar")
                .refuses("jar=none.jar is no file. Build it with mvn -DskipTests package, or give another --jar.\n");
    }

    @Test
    void shouldLetOneCommandWorkAtATime() {
        ClusterLock other = ClusterLock.tryAcquire(new ClusterFolder(root)).orElseThrow();
        try (other) {
            assertThat(ClusterLock.tryAcquire(new ClusterFolder(root))).isEmpty();
        }
        assertThat(ClusterLock.tryAcquire(new ClusterFolder(root))).hasValueSatisfying(ClusterLock::close);
    }

    /** What the last start was given is kept, so a default alone would be wrong. */
    @Test
    void shouldSayWhichOptionsAreRemembered() {
        String help = CommandRun.of("cluster", "up", "--help").succeeds().out().replaceAll("\\s+", " ");
        assertThat(help)
                .contains(
                        "TaskManager processes. Default: as the last time, at first 2",
                        "Slots of each TaskManager. Default: as the last time, at first 1",
                        "Default: as the last time, at first aim-546",
                        "Port of the broker. Default: as the last time, at first any that is free",
                        "Port for clients of PostgreSQL. Default: as the last time, at first 5432; another if that is taken",
                        "that ask over HTTP. Default: as the last time, at first 8088; another if that is taken");
        assertThat(help.split("Default: (as|those of) the last time")).hasSize(15);
    }

    @Test
    void shouldExplainItself() {
        assertThat(CommandRun.of("cluster", "up", "--help").succeeds().out()).contains("--from-savepoint");
        assertThat(CommandRun.of("cluster", "--help").succeeds().out())
                .contains("aim cluster up --taskmanagers 3", "A watcher starts TaskManagers");
        assertThat(CommandRun.of("cluster").exits(ExitCode.USAGE).err())
                .contains("Give a command: ", "up", "down", "status");
        assertThat(CommandRun.of("cluster", "stop").exits(ExitCode.USAGE).err()).contains("Did you mean 'down'?");
        assertThat(CommandRun.of("cluster", "start").exits(ExitCode.USAGE).err())
                .contains("Did you mean 'up'?");
    }
}
