package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code aim cluster restart}: the job's, null where not given. */
class RestartOptions {
    /** The folder of the installation, set by the launcher. */
    static final String HOME_PROPERTY = "aim.home";

    private static final String JAR = "aim-job.jar";

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Partitions of the matrix. With fewer than slots, the rest are spare. Default: as the"
                    + " last time; at first, and with other TaskManagers or slots, all slots")
    Integer parallelism;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description = "What is kept of which events: aim-42, aim-546, or a YAML file, beside which its tables are."
                    + " Default: as the last time, at first aim-546")
    private String model;

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "TIME",
            description = "A restart replays about so much, such as 5s. Default: as the last time, at first 10s")
    private Duration checkpointInterval;

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
            description =
                    "Options of the job, after --; docs/options.md#options-of-the-job has them all. Default: those of the last"
                            + " time, at first none. Without --aim.matrix.columns, the 60 columns of sql are always kept")
    private List<String> jobArguments;

    Duration timeout() {
        return timeout;
    }

    ClusterRequest request() {
        return new ClusterRequest(this::over, null, null, null, null, jar(), Optional.empty());
    }

    ClusterSettings over(ClusterSettings base) {
        ClusterSettings wanted = new ClusterSettings(
                base.taskManagers(),
                base.slots(),
                or(parallelism, base.parallelism()),
                model == null ? base.model() : absolute(model),
                base.backend(),
                checkpointInterval == null ? base.checkpointIntervalMs() : checkpointInterval.toMillis(),
                base.heapMebibytes(),
                base.flinkHome(),
                base.javaOptions(),
                or(jobArguments, base.jobArguments()));
        // Refuses what the job would refuse, before anything is started.
        wanted.job();
        return wanted;
    }

    static <T> T or(T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    /** So that the next command finds the file from any folder. */
    private static String absolute(String given) {
        return PresetModels.find(given).isPresent()
                ? given
                : Path.of(given).toAbsolutePath().normalize().toString();
    }

    Path jar() {
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
