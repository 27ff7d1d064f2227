package dev.aimonflink.bench.snapshot;

/**
 * What an update thread and a scan thread did beside each other.
 *
 * @param nanos for which the update thread ran
 * @param scanNanos for which the scan thread ran, including waits for snapshots
 * @param snapshotNanos the update thread's time for copying blocks, or the scan thread's for merging and copying from a delta
 * @param differences cells that differ from the records in the end: 0 unless there is a defect
 */
public record SnapshotRun(
        SnapshotWay way,
        int queriesOfSnapshot,
        long updates,
        long nanos,
        long queries,
        long scanNanos,
        long snapshotNanos,
        long differences) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MS = 1e6;

    public double updatesPerSecond() {
        return updates * NANOS_PER_SECOND / nanos;
    }

    /** The time of one query with its share of the snapshot. */
    public double msPerQuery() {
        return scanNanos / NANOS_PER_MS / queries;
    }
}
