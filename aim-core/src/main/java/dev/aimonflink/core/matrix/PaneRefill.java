package dev.aimonflink.core.matrix;

/**
 * Brings the columns of sliding windows up to date with the records after each turn, beside the passes, in small steps: see
 * {@link RefillState}. It pauses while a snapshot is written, because then the heap backend copies each record that is read; but
 * not while queries would wait for it.
 */
final class PaneRefill {
    /** The rows of one step. Each needs one read of the state: some microseconds if records are on disk. */
    static final int ROWS_AT_ONCE = 64;

    private final Columns columns;
    private final RowRecords records;
    private final Rest rest;

    PaneRefill(Columns columns, RowRecords records, Rest rest) {
        this.columns = columns;
        this.records = records;
        this.rest = rest;
    }

    boolean hasWork() {
        return columns.mayBeStale()
                && (!rest.isDue() || !columns.unknownWindows().isEmpty());
    }

    /** Runs steps until the time is over, at least one. */
    void runSlice(SliceTimer timer) {
        do {
            step();
        } while (hasWork() && !timer.isOver());
    }

    private void step() {
        final int first = columns.firstStaleRow();
        final int end = Math.min(columns.staleEnd(), first + ROWS_AT_ONCE);
        for (int row = first; row < end; row++) {
            final SubscriberRecord record = records.of(row);
            if (record != null) {
                columns.refill(row, record);
            }
        }
        columns.refilled(end);
    }
}
