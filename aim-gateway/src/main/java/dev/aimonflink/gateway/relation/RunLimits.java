package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.function.LongConsumer;

/** The limits of one run of a statement. */
final class RunLimits implements StopCheck {
    /** Kept rows are limited by their bytes. */
    static final EngineLimits ENGINE = new EngineLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

    /** How many combinations of rows a statement may look at: a second or two, and more than any tool needs. */
    static final int MAX_STEPS = 5_000_000;

    /** About what may be kept of a statement and all its parts. A gateway's heap is small, and tools need a thousandth. */
    static final long MAX_BYTES = 32L << 20;

    private final StopCheck stopCheck;
    private final LongConsumer room;
    private long passed;
    private long bytes;

    /** @param room is given the additionally kept bytes, negative if fewer; it may throw */
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
