package dev.aimonflink.clients.cli.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Identifies one process of this machine, because the system reuses pids, and another process must not be killed.
 *
 * @param startedMs start time as the operating system reports it
 */
public record ProcessId(long pid, long startedMs) {
    /** The reported start time moves a little when the clock is set; no pid is reused as fast. */
    public static final long START_TOLERANCE_MS = 2_000;

    public static final Path PROCESSES = Path.of("/proc");

    public boolean isStartedAt(long otherMs) {
        return Math.abs(otherMs - startedMs) <= START_TOLERANCE_MS;
    }

    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(handle -> startOf(handle).filter(this::isStartedAt).isPresent())
                .filter(handle -> !isZombie(pid));
    }

    public static Optional<Long> startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli);
    }

    /**
     * Whether a process has ended and its parent has not read its status. Containers often lack an init process for orphans, and Java
     * counts them as alive.
     */
    private static boolean isZombie(long pid) {
        try {
            String status =
                    Files.readString(PROCESSES.resolve(String.valueOf(pid)).resolve("stat"));
            // The name before it is in brackets and may contain anything.
            return status.startsWith(" Z", status.lastIndexOf(')') + 1);
        } catch (NoSuchFileException noLinux) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }
}
