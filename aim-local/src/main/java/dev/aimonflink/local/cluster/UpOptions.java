package dev.aimonflink.local.cluster;

import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code aim cluster up}; null where not given. */
final class UpOptions {
    /** The launcher sets it to the folder of the installation. */
    static final String HOME_PROPERTY = "aim.home";

    private static final String JAR = "aim-job.jar";

    @Option(
            names = "--taskmanagers",
            paramLabel = "N",
            description = "TaskManager processes. Default: as the last time, at first 2")
    private Integer taskManagers;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Slots of each TaskManager. Default: as the last time, at first 1")
    private Integer slots;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Partitions of the matrix. With fewer than slots, the rest are spare. Default: as the"
                    + " last time; at first, and if one of the two above is given, all slots")
    private Integer parallelism;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description = "What is kept of which events: aim-42, aim-546, or a YAML file, beside which its tables are."
                    + " Default: as the last time, at first aim-546")
    private String model;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description = "State backend: hashmap or rocksdb. Default: as the last time, at first hashmap")
    private String backend;

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "TIME",
            description = "A restart replays about so much, such as 5s. Default: as the last time, at first 10s")
    private Duration checkpointInterval;

    @Option(
            names = "--heap",
            paramLabel = "MIB",
            description =
                    "Heap of each TaskManager for records and columns, in MiB. Default: as the last time, at first 1024")
    private Integer heapMebibytes;

    @Option(
            names = "--flink-home",
            paramLabel = "FOLDER",
            description =
                    "The Flink distribution to run, such as one that you have unpacked. Default: as the last time, at"
                            + " first the Flink that aim is built with")
    private Path flinkHome;

    @Option(
            names = "--java-option",
            paramLabel = "OPTION",
            arity = "1",
            description =
                    "An option of each TaskManager's JVM; repeat it for several. Default: as the last time, at first"
                            + " --add-modules=jdk.incubator.vector, without which scans run on plain loops")
    private List<String> javaOptions;

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            description = "Port of the broker. Default: as the last time, at first any that is free")
    private Integer kafkaPort;

    @Option(
            names = "--rest-port",
            paramLabel = "PORT",
            description = "Port of Flink's REST interface. Default: as the last time, at first any that is free")
    private Integer restPort;

    @Option(
            names = "--pg",
            paramLabel = "PORT",
            description = "Port for clients of PostgreSQL. Default: as the last time, at first " + ServerSettings.PORT
                    + "; another if that is taken")
    private Integer gatewayPort;

    @Option(
            names = "--from-savepoint",
            paramLabel = "FOLDER",
            description = "Restore this savepoint or checkpoint. Default: the newest in the cluster's folder")
    private Path fromSavepoint;

    @Option(
            names = "--broker-only",
            description =
                    "Start a broker with the topics and nothing else, for a Flink of your own. A later `up` without"
                            + " this adds the rest.")
    private boolean brokerOnly;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "The job. Default: the one of this release, or as built")
    private Path jar;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            description = "How long each part may take to start. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Parameters(
            paramLabel = "JOB-OPTION",
            description = "Options of the job, after --; docs/options.md has them all. Default: those of the last"
                    + " time, at first none. Without --aim.matrix.columns, SQL reads the 60 columns of sql")
    private List<String> jobArguments;

    Duration timeout() {
        return timeout;
    }

    ClusterRequest request() {
        return new ClusterRequest(
                this::over,
                kafkaPort,
                restPort,
                gatewayPort,
                brokerOnly ? null : jar(),
                Optional.ofNullable(fromSavepoint).map(UpOptions::snapshot));
    }

    private static Path snapshot(Path given) {
        if (!Files.isRegularFile(given.resolve(ClusterFolder.SNAPSHOT_METADATA))) {
            throw new InvalidInputException(
                    "from-savepoint=" + given + " is no savepoint or checkpoint: it has no file "
                            + ClusterFolder.SNAPSHOT_METADATA + ". Give the folder that has it.");
        }
        return given.toAbsolutePath().normalize();
    }

    /** The base settings with the given options. */
    private ClusterSettings over(ClusterSettings base) {
        int wantedTaskManagers = or(taskManagers, base.taskManagers());
        int wantedSlots = or(slots, base.slots());
        boolean areSlotsGiven = taskManagers != null || slots != null;
        ClusterSettings wanted = new ClusterSettings(
                wantedTaskManagers,
                wantedSlots,
                or(parallelism, areSlotsGiven ? wantedTaskManagers * wantedSlots : base.parallelism()),
                model == null ? base.model() : absolute(model),
                or(backend, base.backend()),
                checkpointInterval == null ? base.checkpointIntervalMs() : checkpointInterval.toMillis(),
                or(heapMebibytes, base.heapMebibytes()),
                flinkHome == null ? base.flinkHome() : distribution(flinkHome),
                or(javaOptions, base.javaOptions()),
                or(jobArguments, base.jobArguments()));
        // Refuses what the job would refuse, before anything is started.
        wanted.job();
        return wanted;
    }

    private static <T> T or(T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    /** Paths are absolute, so that the next command finds the file from any folder. */
    private static String absolute(String given) {
        return PresetModels.find(given).isPresent()
                ? given
                : Path.of(given).toAbsolutePath().normalize().toString();
    }

    private static String distribution(Path given) {
        if (!Files.isDirectory(given.resolve("lib"))) {
            throw new InvalidInputException("flink-home=" + given
                    + " is no Flink distribution: it has no lib folder. Give the folder that was unpacked.");
        }
        return given.toAbsolutePath().normalize().toString();
    }

    private Path jar() {
        Path home = Path.of(System.getProperty(HOME_PROPERTY, ""));
        // Of a release, or of a checkout.
        Path released = home.resolve(JAR);
        Path built = home.resolve(Path.of("aim-job", "target", JAR));
        Path file = jar != null ? jar : Files.isRegularFile(released) ? released : built;
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException(
                    "jar=" + file + " is no file. Build it with mvn -DskipTests package, or give another --jar.");
        }
        return file.toAbsolutePath();
    }
}
