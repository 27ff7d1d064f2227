package dev.aimonflink.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a cluster keeps its things. */
record ClusterFolder(Path root) {
    ClusterFolder {
        root = root.toAbsolutePath().normalize();
    }

    static ClusterFolder ofHome() {
        return new ClusterFolder(Path.of(System.getProperty("user.home"), ".aim", "cluster"));
    }

    Path state() {
        return root.resolve("cluster.json");
    }

    Path lock() {
        return root.resolve("cluster.lock");
    }

    Path logs() {
        return root.resolve("logs");
    }

    /** What a process logs. */
    Path log(String name) {
        return logs().resolve(name + ".log");
    }

    /** What a process writes beside its log: mostly nothing, or why its JVM did not start. */
    Path output(String name) {
        return logs().resolve(name + ".out");
    }

    Path configuration() {
        return root.resolve("conf");
    }

    Path data() {
        return root.resolve("data");
    }

    Path brokerData() {
        return data().resolve("kafka");
    }

    Path checkpoints() {
        return data().resolve("checkpoints");
    }

    Path savepoints() {
        return data().resolve("savepoints");
    }

    /** What Flink's processes need for as long as they run. */
    Path scratch() {
        return data().resolve("tmp");
    }

    void create() {
        try {
            for (Path each : List.of(logs(), configuration(), brokerData(), checkpoints(), savepoints(), scratch())) {
                Files.createDirectories(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + root + " could not be made.", e);
        }
    }
}
