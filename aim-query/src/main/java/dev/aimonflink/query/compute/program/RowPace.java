package dev.aimonflink.query.compute.program;

import java.util.function.LongSupplier;

/**
 * How many rows are computed one by one before events may be let in. A row takes less than a microsecond, or milliseconds where it makes
 * long texts, and longer before its code is compiled. So it begins with one row, and at most doubles.
 */
public final class RowPace {
    public static final int MOST = 256;

    /** About how long one portion should take. */
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

    public int rows() {
        return rows;
    }

    public void begin() {
        beginNanos = clock.getAsLong();
    }

    public long ended(int taken) {
        final long nanos = Math.max(1, clock.getAsLong() - beginNanos);
        final long inTime = taken * WANTED_NANOS / nanos;
        rows = (int) Math.max(1, Math.min(Math.min(MOST, 2L * rows), inTime));
        return nanos;
    }
}
