package dev.aimonflink.query.compute.scan;

/**
 * How a partition computes a fragment.
 *
 * @param detail the name of the kernel, or why rows are computed one by one; empty for vectors
 */
public record ScanWay(Kind kind, String detail) {
    /** From the fastest to the slowest. */
    public enum Kind {
        /** By a hand-written kernel. */
        KERNEL,
        /** All by programs over vectors. */
        VECTORS,
        /** Rows that a filter by vectors selects are computed one by one. */
        FILTER_BY_VECTORS,
        /** Rows are computed one by one. */
        ROWS
    }

    public static ScanWay rows(String reason) {
        return new ScanWay(Kind.ROWS, reason);
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return switch (kind) {
            case KERNEL -> "kernel " + detail;
            case VECTORS -> "vectors";
            case FILTER_BY_VECTORS -> "filter by vectors, then rows: because " + detail;
            case ROWS -> "rows: because " + detail;
        };
    }
}
