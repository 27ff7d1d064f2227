package dev.aimonflink.bench.snapshot;

/**
 * What an update thread and a scan thread did beside each other.
 *
 * @param queriesOfSnapshot after how many queries there was a new snapshot
 * @param nanos for how long the update thread ran
 * @param scanNanos for how long the scan thread ran, with its waits for snapshots
 * @param snapshotNanos what the copies of blocks took the update thread, or what the merges and copies from a delta took the scan thread
 * @param differences how many cells differ from the records in the end: 0 unless there is a defect
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

    /** Of one query, with its share of the snapshot. */
    public double msPerQuery() {
        return scanNanos / NANOS_PER_MS / queries;
    }

    public double snapshotSeconds() {
        return snapshotNanos / NANOS_PER_SECOND;
    }
}
