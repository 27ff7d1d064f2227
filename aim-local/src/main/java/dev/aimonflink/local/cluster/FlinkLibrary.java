package dev.aimonflink.local.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the part of our class path that a Flink distribution has in its {@code lib}. Flink's processes run on that alone, so the job's
 * jar must contain everything else, as for a user.
 */
final class FlinkLibrary {
    /** A distribution does not contain the connector. */
    private static final String CONNECTOR = "flink-connector-kafka";

    private static final List<String> ARTIFACTS = List.of(
            "flink-",
            // What flink-core, flink-runtime and flink-clients need at run time.
            "async-profiler-",
            "commons-cli-",
            "commons-collections-",
            "commons-compress-",
            "commons-io-",
            "commons-lang3-",
            "commons-math3-",
            "commons-text-",
            "javassist-",
            "jsr305-",
            "lz4-java-",
            "snakeyaml-engine-",
            "snappy-java-",
            "zstd-jni-",
            // Kryo and what it needs.
            "kryo-",
            "minlog-",
            "objenesis-",
            "reflectasm-",
            // The backend of --backend rocksdb.
            "frocksdbjni-",
            // Logging.
            "log4j-",
            "slf4j-api-");

    private FlinkLibrary() {}

    static String of(String classPath) {
        List<String> entries = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(FlinkLibrary::isInDistribution)
                .toList();
        return String.join(File.pathSeparator, entries);
    }

    private static boolean isInDistribution(String entry) {
        String file = String.valueOf(Path.of(entry).getFileName());
        return !file.startsWith(CONNECTOR) && ARTIFACTS.stream().anyMatch(file::startsWith);
    }
}
