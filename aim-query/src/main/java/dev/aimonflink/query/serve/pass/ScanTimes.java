package dev.aimonflink.query.serve.pass;

/**
 * How long the scans of recent queries took. {@linkplain Scannable#shapeHash Alike} ones share a place. If others collide, only the last
 * one is known, and the other is taken for average.
 */
final class ScanTimes {
    private static final int PLACES = 1 << 10;

    /** Inverse weight of a new scan in the mean. */
    private static final int INERTIA_OF_MEAN = 16;

    /** A longer scan counts as this many times the mean: one that takes a second should not make all others look long. */
    private static final int MOST_MEANS = 4;

    private final int[] shapeHashes = new int[PLACES];
    private final long[] nanos = new long[PLACES];
    private long meanNanos;

    private static int place(int shapeHash) {
        return (shapeHash ^ (shapeHash >>> Short.SIZE)) & (PLACES - 1);
    }

    void took(Scannable query, long nanosOfScan) {
        final int shapeHash = query.shapeHash();
        final int place = place(shapeHash);
        final boolean isKnown = nanos[place] > 0 && shapeHashes[place] == shapeHash;
        shapeHashes[place] = shapeHash;
        nanos[place] = Math.max(1, isKnown ? (nanos[place] + nanosOfScan) / 2 : nanosOfScan);
        meanNanos = meanNanos == 0
                ? nanosOfScan
                : meanNanos + (Math.min(nanosOfScan, MOST_MEANS * meanNanos) - meanNanos) / INERTIA_OF_MEAN;
    }

    /** How long a scan will take: as long as before, or as the mean. */
    long expectedNanos(Scannable query) {
        final int shapeHash = query.shapeHash();
        final int place = place(shapeHash);
        return nanos[place] > 0 && shapeHashes[place] == shapeHash ? nanos[place] : meanNanos;
    }
}
