package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.environment.ShellWord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/** The files and folders of a cluster. */
record ClusterFolder(Path root) {
    /** Flink writes it last, so a snapshot that has it is complete. */
    static final String SNAPSHOT_METADATA = "_metadata";

    private static final int SNAPSHOT_DEPTH = 4;

    ClusterFolder {
        root = root.toAbsolutePath().normalize();
    }

    static ClusterFolder ofHome() {
        return new ClusterFolder(LocalCluster.folder());
    }

    /** A quoted command for this cluster, such as {@code `aim cluster up --dir /tmp/park`}. */
    String command(String verb) {
        return "`aim cluster " + verb + (equals(ofHome()) ? "" : " --dir " + ShellWord.of(root)) + "`";
    }

    /** Replaces a file atomically. */
    static void replace(Path file, String text) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be written.", e);
        }
    }

    Path state() {
        return root.resolve(LocalCluster.STATE);
    }

    /** The token of the gateway's console, which the gateway writes. */
    Path httpToken() {
        return root.resolve("http-token");
    }

    Path lock() {
        return root.resolve("cluster.lock");
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path log(String name) {
        return logs().resolve(name + ".log");
    }

    /** Standard output and error of a process, such as why its JVM did not start. */
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

    Path dataModel() {
        return data().resolve("model.yaml");
    }

    /** Temporary files of Flink's processes. */
    Path scratch() {
        return data().resolve("tmp");
    }

    /** The last completed checkpoint or savepoint, of any job. */
    Optional<Path> newestSnapshot() {
        try (Stream<Path> files = Files.walk(data(), SNAPSHOT_DEPTH)) {
            return files.filter(file -> file.endsWith(SNAPSHOT_METADATA))
                    .filter(file -> file.startsWith(checkpoints()) || file.startsWith(savepoints()))
                    .max(Comparator.comparing(file -> file.toFile().lastModified()))
                    .map(Path::getParent);
        } catch (IOException e) {
            throw new UncheckedIOException(data() + " could not be read.", e);
        }
    }

    /** Removes the savepoints before the newest snapshot: each is as large as the matrix. */
    void removeOlderSavepoints() {
        Optional<Path> newest = newestSnapshot();
        try (Stream<Path> all = Files.list(savepoints())) {
            all.filter(each -> !each.equals(newest.orElse(null))).forEach(ClusterFolder::remove);
        } catch (IOException e) {
            throw new UncheckedIOException(savepoints() + " could not be read.", e);
        }
    }

    void create() {
        try {
            for (Path each : List.of(logs(), configuration(), brokerData(), checkpoints(), savepoints(), scratch())) {
                Files.createDirectories(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + root + " could not be created.", e);
        }
    }

    static void remove(Path path) {
        try {
            FileUtils.deleteFileOrDirectory(path.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(path + " could not be removed.", e);
        }
    }
}
