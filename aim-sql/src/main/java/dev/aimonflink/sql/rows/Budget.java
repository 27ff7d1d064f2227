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
    /** The most characters of all texts made. */
    static final long MOST_CHARACTERS = 64 << 20;

    /** How many characters or array values are as much work as a row. */
    private static final int SPENT_IN_A_STEP = 8;

    /** Shorter texts are not counted. */
    private static final int SHORT_CHARACTERS = 64;

    /** An array value's overhead, in characters. */
    static final int OF_A_VALUE = 16;

    /** A row without values, and its look-up entry. */
    private static final int BYTES_OF_A_ROW = 40;

    private final EngineLimits limits;
    private final StopCheck stopCheck;
    private int steps;
    private long rowsKept;
    private long bytesKept;
    private long characters;

    Budget(EngineLimits limits, StopCheck stopCheck) {
        this.limits = limits;
        this.stopCheck = stopCheck;
    }

    /** Counts as much work as for one row. */
    void step() {
        // The number may overflow: it is looked at only in steps of a power of two.
        if ((steps++ & (StopCheck.STEPS_BETWEEN_CHECKS - 1)) == 0) {
            stopCheck.checkAfter(StopCheck.STEPS_BETWEEN_CHECKS);
        }
    }

    /** Checks before a run of an inner query, which may be as much work as many rows. */
    void beginRun() {
        stopCheck.check();
    }

    /** Counts one value kept of a row. */
    void keepRow() {
        keepRow(1);
    }

    /** Counts a row with {@code values}, until the query or the inner query's run ends. */
    void keepRow(int values) {
        step();
        keep(BYTES_OF_A_ROW + (long) Long.BYTES * values);
        if (++rowsKept > limits.maxRowsKept()) {
            throw limits.tooManyRowsKept();
        }
    }

    private void keep(long bytes) {
        bytesKept += bytes;
        stopCheck.keep(bytes);
    }

    record Kept(long rows, long bytes) {
        static final Kept NOTHING = new Kept(0, 0);

        Kept plus(Kept more) {
            return new Kept(rows + more.rows, bytes + more.bytes);
        }
    }

    Kept kept() {
        return new Kept(rowsKept, bytesKept);
    }

    Kept keptSince(Kept before) {
        return new Kept(rowsKept - before.rows, bytesKept - before.bytes);
    }

    /** Gives back what the run of an inner query kept. */
    void giveBack(Kept less) {
        rowsKept -= less.rows;
        keep(-less.bytes);
    }

    /** Evaluates an expression, counting a long text that no row has. */
    Object evaluate(Bound expression, Row row) {
        return made(RowEvaluator.evaluate(expression, counted(row)), expression);
    }

    boolean isTrue(Bound condition, Row row) {
        return Boolean.TRUE.equals(RowEvaluator.evaluate(condition, counted(row)));
    }

    /** A row whose long values cost more than one step. */
    Row counted(Row row) {
        return new Row() {
            @Override
            public Object value(int column) {
                return row.value(column);
            }

            @Override
            public void spend(long amount, int position) {
                for (long left = amount; left >= SPENT_IN_A_STEP; left -= SPENT_IN_A_STEP) {
                    step();
                }
            }
        };
    }

    Object made(Object value, Bound expression) {
        boolean isMade = !(expression instanceof Bound.Field || expression instanceof Bound.Constant);
        long size = isMade ? sizeOf(value) : 0;
        if (size > SHORT_CHARACTERS) {
            keepText(size, expression.position());
        }
        return value;
    }

    /** In characters of a text of the same size. */
    static long sizeOf(Object value) {
        if (value instanceof List<?> array) {
            return array.stream().mapToLong(each -> OF_A_VALUE + sizeOf(each)).sum();
        }
        return LongValues.size(value);
    }

    /** Counts what is kept to build texts, or a text made; it is given back only when the query ends. */
    void keepText(long more, int position) {
        characters += more;
        stopCheck.keep(more);
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

    void returnRow(int rows, int columns) {
        if (rows > limits.maxRowsReturned()) {
            throw limits.tooManyRowsReturned();
        }
        keep(BYTES_OF_A_ROW + (long) Long.BYTES * columns);
    }
}
