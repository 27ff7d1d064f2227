package dev.aimonflink.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

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
            delete();
        } catch (IOException e) {
            throw new UncheckedIOException("The temporary directory " + path + " could not be removed.", e);
        }
    }

    private void deleteAtExit() {
        IOException failure = null;
        for (int attempt = 0; attempt < ATTEMPTS_AT_EXIT; attempt++) {
            try {
                delete();
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        System.err.println("The temporary directory " + path + " could not be removed: " + failure);
    }

    /** What others delete meanwhile is as good as deleted. */
    private void delete() throws IOException {
        if (Files.exists(path)) {
            Files.walkFileTree(path, new Deleter());
        }
    }

    private static final class Deleter extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
