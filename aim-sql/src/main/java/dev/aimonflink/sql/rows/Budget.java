package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.LongValues;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.List;

/** Counts what one query uses, and ends it at a limit. */
final class Budget {
    /** Few enough for a cancelled query to end at once, and so many that asking costs nothing. */
    static final int STEPS_BETWEEN_CHECKS = 256;

    /** Of all texts that are made. */
    static final long MOST_CHARACTERS = 64 << 20;

    /** A text that takes no more than other values is not counted. */
    private static final int SHORT_CHARACTERS = 64;

    /** What a value of an array takes beside its characters. */
    static final int OF_A_VALUE = 16;

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

    /** Asks before a run of an inner query, which may be as much work as many rows. */
    void beginRun() {
        stopCheck.check();
    }

    /** Counts a row, or what is kept of one. It counts until the query ends, or the run of an inner one. */
    void keepRow() {
        step();
        if (++rowsKept > limits.maxRowsKept()) {
            throw limits.tooManyRowsKept();
        }
    }

    long rowsKept() {
        return rowsKept;
    }

    /** Gives back rows that the run of an inner query kept. */
    void giveBack(long rows) {
        rowsKept -= rows;
    }

    /** The value of an expression, which counts if it is a long text that no row has. */
    Object evaluate(Bound expression, Row row) {
        return made(RowEvaluator.evaluate(expression, row), expression);
    }

    /** Counts a value that an expression has made. */
    Object made(Object value, Bound expression) {
        boolean isMade = !(expression instanceof Bound.Field || expression instanceof Bound.Constant);
        long size = isMade ? sizeOf(value) : 0;
        if (size > SHORT_CHARACTERS) {
            keepText(size, expression.position());
        }
        return value;
    }

    /** In characters of a text that takes as much. */
    static long sizeOf(Object value) {
        if (value instanceof List<?> array) {
            return array.stream().mapToLong(each -> OF_A_VALUE + sizeOf(each)).sum();
        }
        return LongValues.size(value);
    }

    /** Counts what is kept to put texts together, or a text that is made. Nothing is given back before the query ends. */
    void keepText(long more, int position) {
        characters += more;
        if (characters > MOST_CHARACTERS) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    position,
                    "The texts and arrays that the statement makes of its rows have more than " + MOST_CHARACTERS
                            + " characters together. Make fewer, or shorter ones, as with left(x, 100).");
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
