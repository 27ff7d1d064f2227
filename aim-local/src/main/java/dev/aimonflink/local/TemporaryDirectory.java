package dev.aimonflink.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.flink.util.FileUtils;

/**
 * A directory that is removed when it is closed or the JVM ends. Its owner holds a file lock in it; the next directory of the same prefix
 * removes those whose owner was killed.
 */
public final class TemporaryDirectory implements AutoCloseable {
    static final String LOCK = "owner.lock";

    /** Processes that still write into it may make a removal fail. */
    private static final int REMOVALS = 5;

    /** Opening our own lock by another channel would release it. */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    private TemporaryDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    public static TemporaryDirectory create(String prefix) {
        return create(prefix, orphan -> {});
    }

    /** @param beforeRemoval ends processes that still use a directory whose owner was killed */
    public static TemporaryDirectory create(String prefix, Consumer<Path> beforeRemoval) {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            removeOrphans(parent, prefix, beforeRemoval);
            return AtExit.open(() -> createLocked(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "No temporary directory could be created in java.io.tmpdir=" + parent
                            + ". Name a directory that can be written to.",
                    e);
        }
    }

    private static TemporaryDirectory createLocked(String prefix) throws IOException {
        Path path = Files.createTempDirectory(prefix);
        OURS.add(path);
        // It is renamed once it is held: otherwise another process could take the directory for an orphan in between.
        Path unnamed = path.resolve(LOCK + ".new");
        FileChannel lock = FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileLock held = lock.lock();
        Files.move(unnamed, path.resolve(LOCK));
        return new TemporaryDirectory(path, held.channel());
    }

    private static void removeOrphans(Path parent, String prefix, Consumer<Path> beforeRemoval) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path each : directories) {
                if (isOrphan(each)) {
                    removeOrphan(each, beforeRemoval);
                }
            }
        }
    }

    /** Another process may remove it at the same time. */
    private static void removeOrphan(Path orphan, Consumer<Path> beforeRemoval) throws IOException {
        try {
            beforeRemoval.accept(orphan);
        } catch (RuntimeException e) {
            if (Files.exists(orphan)) {
                throw e;
            }
        }
        FileUtils.deleteFileOrDirectory(orphan.toFile());
    }

    /** Whether the process that created a directory here has ended without removing it. */
    public static boolean isOrphan(Path directory) {
        if (OURS.contains(directory)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException notReadable) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    /** A second call waits for the first: the JVM ends when the thread that closes everything is done, not the owner. */
    @Override
    public synchronized void close() {
        IOException failure = null;
        for (int removal = 0; removal < REMOVALS && Files.exists(path); removal++) {
            try {
                FileUtils.deleteFileOrDirectory(path.toFile());
                failure = null;
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw new UncheckedIOException("The temporary directory " + path + " could not be removed.", failure);
        }
        AtExit.remove(this);
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The lock of " + path + " could not be released.", e);
        }
        OURS.remove(path);
    }
}
