package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.function.LongConsumer;

/** What one run of a statement can use. */
final class RunLimits implements StopCheck {
    /** The rows that are kept are limited by their bytes. */
    static final EngineLimits ENGINE = new EngineLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

    /** Combinations of rows that a statement can look at. A second or two, and more than any tool needs. */
    static final int MAX_STEPS = 5_000_000;

    /** What is kept of a statement and of all its parts, about. The heap of a gateway is small, and tools ask for a thousandth. */
    static final long MAX_BYTES = 32L << 20;

    private final StopCheck stopCheck;
    private final LongConsumer room;
    private long passed;
    private long bytes;

    /** @param room is given the bytes that are kept more, or less if they are negative; it may throw */
    RunLimits(StopCheck stopCheck, LongConsumer room) {
        this.stopCheck = stopCheck;
        this.room = room;
    }

    @Override
    public void check() {
        stopCheck.check();
    }

    @Override
    public void checkAfter(int steps) {
        check();
        passed += steps;
        if (passed > MAX_STEPS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "The statement combines more than " + MAX_STEPS
                            + " rows. Join by columns that are equal, or ask for fewer rows or shorter arrays.");
        }
    }

    @Override
    public void keep(long more) {
        room.accept(more);
        bytes += more;
        if (bytes > MAX_BYTES) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    SqlException.NOWHERE,
                    "The rows of the statement have more than " + (MAX_BYTES >> 20)
                            + " MiB. What the gateway computes itself is meant for catalogs. Ask for fewer rows, columns or characters.");
        }
    }
}
