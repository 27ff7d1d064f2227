package dev.aimonflink.query.compute.scan;

/**
 * How a partition computes a fragment.
 *
 * @param detail the kernel's name, or why rows are computed one by one; empty for vectors
 */
public record ScanWay(Kind kind, String detail) {
    /** From the fastest to the slowest. */
    public enum Kind {
        KERNEL,
        /** Entirely by programs over vectors. */
        VECTORS,
        /** Row by row, for the rows that vectors select. */
        FILTER_BY_VECTORS,
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
