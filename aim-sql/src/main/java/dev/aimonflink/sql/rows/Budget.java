package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/** Counts what one query uses, and ends it at a limit. */
final class Budget {
    /** Few enough for a cancelled query to end at once, and so many that asking costs nothing. */
    static final int STEPS_BETWEEN_CHECKS = 256;

    /** Of all texts that are put together of those of several rows. */
    static final long MOST_CHARACTERS = 16 << 20;

    private final EngineLimits limits;
    private final StopCheck stopCheck;
    private int steps;
    private long rowsKept;
    private long characters;

    Budget(EngineLimits limits, StopCheck stopCheck) {
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
            throw limits.tooManyRowsKept();
        }
    }

    /** Counts what is kept to put texts together, or a text that is. Nothing is given back before the query ends. */
    void keepText(long more, int position) {
        characters += more;
        if (characters > MOST_CHARACTERS) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    position,
                    "The texts that the statement puts together have more than " + MOST_CHARACTERS
                            + " characters, with their parts. Put fewer together, or shorter ones, as with left(x, 100).");
        }
    }

    void requireGroups(int groups) {
        if (groups > limits.maxGroups()) {
            throw limits.tooManyGroups();
        }
    }

    void requireRowsReturned(int rows) {
        if (rows > limits.maxRowsReturned()) {
            throw limits.tooManyRowsReturned();
        }
    }
}
