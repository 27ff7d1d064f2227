package dev.aimonflink.matrix.layout;

/** Reads arrays only to bring them into the cache; each method returns a number that depends on all that it read. */
public final class CacheLines {
    private static final int BYTES = 64;

    private CacheLines() {}

    public static long read(int[] cells, int from, int end) {
        long read = 0;
        for (int at = from; at < end; at += BYTES / Integer.BYTES) {
            read += cells[at];
        }
        return read;
    }

    public static long read(long[] cells, int from, int end) {
        long read = 0;
        for (int at = from; at < end; at += BYTES / Long.BYTES) {
            read += cells[at];
        }
        return read;
    }
}
