package dev.aimonflink.local.cluster;

import dev.aimonflink.gateway.http.HttpSettings;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code aim cluster up}; null where not given. */
final class UpOptions extends RestartOptions {
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
            names = "--backend",
            paramLabel = "NAME",
            description = "State backend: hashmap or rocksdb. Default: as the last time, at first hashmap")
    private String backend;

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
            names = "--http",
            paramLabel = "PORT",
            description =
                    "Port for the console and for programs that ask over HTTP. Default: as the last time, at first "
                            + HttpSettings.PORT + "; another if that is taken")
    private Integer httpPort;

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

    @Override
    ClusterRequest request() {
        return new ClusterRequest(
                this::over,
                kafkaPort,
                restPort,
                gatewayPort,
                httpPort,
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

    @Override
    ClusterSettings over(ClusterSettings base) {
        int wantedTaskManagers = or(taskManagers, base.taskManagers());
        int wantedSlots = or(slots, base.slots());
        boolean areSlotsGiven = taskManagers != null || slots != null;
        return super.over(new ClusterSettings(
                wantedTaskManagers,
                wantedSlots,
                or(parallelism, areSlotsGiven ? wantedTaskManagers * wantedSlots : base.parallelism()),
                base.model(),
                or(backend, base.backend()),
                base.checkpointIntervalMs(),
                or(heapMebibytes, base.heapMebibytes()),
                flinkHome == null ? base.flinkHome() : distribution(flinkHome),
                or(javaOptions, base.javaOptions()),
                base.jobArguments()));
    }

    private static String distribution(Path given) {
        if (!Files.isDirectory(given.resolve("lib"))) {
            throw new InvalidInputException("flink-home=" + given
                    + " is no Flink distribution: it has no lib folder. Give the folder that was unpacked.");
        }
        return given.toAbsolutePath().normalize().toString();
    }
}
