package dev.aimonflink.sql.text;

/** How much of PostgreSQL's language is read. */
public enum Grammar {
    /** What the matrix and its tables are asked in; everything else is refused with what to write instead. */
    MATRIX,
    /**
     * Also what tools ask the catalogs of PostgreSQL in, which are small and need no plan: arrays, functions in {@code FROM}, {@code
     * LATERAL}, window functions, the order of an aggregate, and the session statements COPY, PREPARE and EXECUTE.
     */
    CATALOG;

    boolean isWide() {
        return this == CATALOG;
    }
}
