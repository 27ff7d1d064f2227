package dev.aimonflink.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkpoints and savepoints that jobs have left in a folder. */
final class Snapshots {
    /** Written last, so what has it is complete. */
    private static final String METADATA = "_metadata";

    private static final int DEPTH = 4;

    private Snapshots() {}

    /** The one that was completed last. */
    static Optional<Path> newest(ClusterFolder folder) {
        try (Stream<Path> files = Files.walk(folder.data(), DEPTH)) {
            return files.filter(file -> file.endsWith(METADATA))
                    .filter(file -> file.startsWith(folder.checkpoints()) || file.startsWith(folder.savepoints()))
                    .max(Comparator.comparing(Snapshots::writtenAt))
                    .map(Path::getParent);
        } catch (IOException e) {
            throw new UncheckedIOException(folder.data() + " could not be read.", e);
        }
    }

    private static FileTime writtenAt(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be read.", e);
        }
    }
}
