package dev.aimonflink.query.serve.pass;

/**
 * How long the scans of queries took lately. {@linkplain Scannable#shapeHash Alike} ones count as one. If others have a place in common by
 * chance, only the last one is known, and the other one is taken to be as long as most.
 */
final class ScanTimes {
    private static final int PLACES = 1 << 10;

    /** A mean moves by one in so many parts of what a scan differs from it. */
    private static final int INERTIA_OF_MEAN = 16;

    /** As so many times the mean counts a scan that took longer: one that takes a second should not make all others look long. */
    private static final int MOST_MEANS = 4;

    private final int[] shapeHashes = new int[PLACES];
    private final long[] nanos = new long[PLACES];
    private long meanNanos;

    private static int place(int shapeHash) {
        return (shapeHash ^ (shapeHash >>> Short.SIZE)) & (PLACES - 1);
    }

    /** Notes that a scan took so long. */
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

    /** How long a scan will take: what it took before, or what scans take in the mean. */
    long expectedNanos(Scannable query) {
        final int shapeHash = query.shapeHash();
        final int place = place(shapeHash);
        return nanos[place] > 0 && shapeHashes[place] == shapeHash ? nanos[place] : meanNanos;
    }
}
