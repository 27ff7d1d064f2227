package dev.aimonflink.query.compute.program;

import java.util.function.LongSupplier;

/**
 * How many rows are computed one by one before events may be let in. A row takes less than a microsecond, or some milliseconds where long
 * texts are made of it, and longer before its code is compiled. So it begins with one row, and takes at most twice as many as before.
 */
public final class RowPace {
    /** The most rows at once. */
    public static final int MOST = 256;

    /** As long as some rows should take, about. */
    static final long WANTED_NANOS = 250_000;

    private final LongSupplier clock;
    private int rows = 1;
    private long beginNanos;

    public RowPace() {
        this(System::nanoTime);
    }

    RowPace(LongSupplier clock) {
        this.clock = clock;
    }

    /** How many rows to take next, at most. */
    public int rows() {
        return rows;
    }

    /** Notes that some rows are taken from now on. */
    public void begin() {
        beginNanos = clock.getAsLong();
    }

    /** Notes that these have been taken, one at least. Returns how long that took. */
    public long ended(int taken) {
        final long nanos = Math.max(1, clock.getAsLong() - beginNanos);
        final long inTime = taken * WANTED_NANOS / nanos;
        rows = (int) Math.max(1, Math.min(Math.min(MOST, 2L * rows), inTime));
        return nanos;
    }
}
