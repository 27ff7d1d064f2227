package dev.aimonflink.local.cluster;

/**
 * Names one process for ever: a pid alone is given to another process some day, and that one is not to be killed.
 *
 * @param startedMs when the process began, as the operating system tells it
 */
record ProcessId(long pid, long startedMs) {
    /** What the system tells moves a little when the clock is set. No pid is used again as fast. */
    static final long START_TOLERANCE_MS = 2_000;

    boolean isStartedAt(long otherMs) {
        return Math.abs(otherMs - startedMs) <= START_TOLERANCE_MS;
    }
}
