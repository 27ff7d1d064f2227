package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/** Lets one command or the watcher at a time change a cluster; the system frees it when its process dies. */
final class ClusterLock implements AutoCloseable {
    private static final long POLL_MS = 100;

    private final FileChannel channel;

    private ClusterLock(FileChannel channel) {
        this.channel = channel;
    }

    static Optional<ClusterLock> tryAcquire(ClusterFolder folder) {
        try {
            Files.createDirectories(folder.root());
            FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = null;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException heldByThisProcess) {
                // Like a lock of another process.
            } finally {
                if (lock == null) {
                    channel.close();
                }
            }
            return lock == null ? Optional.empty() : Optional.of(new ClusterLock(channel));
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + folder.root() + " cannot be written to.", e);
        }
    }

    static ClusterLock acquire(ClusterFolder folder, Duration limit) {
        return Waiting.forValue(() -> tryAcquire(folder), limit, POLL_MS)
                .orElseThrow(() -> new ClientException("Another aim command has changed the cluster in " + folder.root()
                        + " for more than " + limit.toSeconds() + " s. Wait until it is done."));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The lock of a cluster could not be released.", e);
        }
    }
}
