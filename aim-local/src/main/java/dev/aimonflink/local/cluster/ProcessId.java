package dev.aimonflink.local.cluster;

/**
 * Identifies one process. The system reuses pids, and a foreign process must not be killed.
 *
 * @param startedMs the start time that the operating system reports
 */
record ProcessId(long pid, long startedMs) {
    /** The reported start time moves a little when the clock is set. No pid is reused as fast. */
    static final long START_TOLERANCE_MS = 2_000;

    boolean isStartedAt(long otherMs) {
        return Math.abs(otherMs - startedMs) <= START_TOLERANCE_MS;
    }
}
