package dev.aimonflink.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that is there until it is closed or the JVM ends, by Ctrl-C too. */
final class TemporaryDirectory implements AutoCloseable {
    /** Who still writes into it while it is removed may leave something behind each time. */
    private static final int ATTEMPTS_AT_EXIT = 5;

    private final Path path;
    private final Thread atExit = new Thread(this::deleteAtExit, "aim-temporary-directory");

    private TemporaryDirectory(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    static TemporaryDirectory create(String prefix) {
        try {
            return new TemporaryDirectory(Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "No temporary directory could be made in java.io.tmpdir=" + System.getProperty("java.io.tmpdir")
                            + ". Name a directory that can be written to.",
                    e);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException theJvmEnds) {
            // The hook is at it already; two may delete at a time.
        }
        try {
            FileTree.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException("The temporary directory " + path + " could not be removed.", e);
        }
    }

    private void deleteAtExit() {
        IOException failure = null;
        for (int attempt = 0; attempt < ATTEMPTS_AT_EXIT; attempt++) {
            try {
                FileTree.delete(path);
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        System.err.println("The temporary directory " + path + " could not be removed: " + failure);
    }
}
