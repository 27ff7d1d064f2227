package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/** Counts what one query uses, and ends it at a limit. */
final class Budget {
    /** Few enough for a cancelled query to end at once, and so many that asking costs nothing. */
    static final int STEPS_BETWEEN_CHECKS = 256;

    private final RowLimits limits;
    private final StopCheck stopCheck;
    private int steps;
    private long rowsKept;

    Budget(RowLimits limits, StopCheck stopCheck) {
        this.limits = limits;
        this.stopCheck = stopCheck;
    }

    /** Counts a piece of work that is as small as that for one row. */
    void step() {
        // The number may overflow: it is looked at only in steps of a power of two.
        if ((steps++ & (STEPS_BETWEEN_CHECKS - 1)) == 0) {
            stopCheck.check();
        }
    }

    /** Counts a row, or what is kept of one. Nothing is given back before the query ends. */
    void keepRow() {
        step();
        if (++rowsKept > limits.maxRowsKept()) {
            throw exceeded("The query keeps more than maxRowsKept=" + limits.maxRowsKept()
                    + " rows in memory to sort, join or compare them. Filter more rows with WHERE.");
        }
    }

    void requireGroups(int groups) {
        if (groups > limits.maxGroups()) {
            throw exceeded("The query has more than maxGroups=" + limits.maxGroups()
                    + " groups. Group by fewer columns, or filter rows with WHERE.");
        }
    }

    void requireRowsReturned(int rows) {
        if (rows > limits.maxRowsReturned()) {
            throw exceeded("The answer has more than maxRowsReturned=" + limits.maxRowsReturned() + " rows. Add LIMIT "
                    + limits.maxRowsReturned() + ", or filter rows with WHERE.");
        }
    }

    private static SqlException exceeded(String message) {
        return new SqlException(SqlState.LIMIT_EXCEEDED, SqlException.NOWHERE, message);
    }
}
