package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.column.RefillState;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.RowRecords;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.serve.pass.Pause;
import dev.aimonflink.query.serve.pass.SliceTimer;

/**
 * Updates the columns of sliding windows from the records after each turn, beside the passes, in small steps: see {@link RefillState}. It
 * pauses while a snapshot is written, because the heap backend then copies each record that is read; but not while queries would wait for
 * it.
 */
final class PaneRefill {
    /** The rows of one step; each needs one read of the state, which takes some microseconds if records are on disk. */
    static final int ROWS_AT_ONCE = 16;

    private final Rows rows;
    private final Columns columns;
    private final RowRecords records;
    private final Pause pause;

    private final EntityRecord shown;

    /** @param columns of the rows, or others on their way */
    PaneRefill(Rows rows, Columns columns, RowRecords records, Pause pause) {
        this.rows = rows;
        this.columns = columns;
        this.records = records;
        this.pause = pause;
        shown = rows.newRecord(EntityId.of(0));
    }

    boolean hasWork() {
        return hasStale() && (!pause.isRunning() || !columns.unknownWindows().isEmpty());
    }

    boolean hasStale() {
        return columns.mayBeStale();
    }

    /** Runs steps until the time is over, but at least one. */
    void runSlice(SliceTimer timer) {
        do {
            step();
        } while (hasWork() && !timer.isOver());
    }

    void step() {
        final int first = columns.firstStaleRow();
        final int end = Math.min(columns.staleEnd(), first + ROWS_AT_ONCE);
        for (int row = first; row < end; row++) {
            final EntityRecord record = records.stored(row);
            if (record != null) {
                show(record);
                columns.refill(row, shown);
            }
        }
        columns.refilled(end);
    }

    private void show(EntityRecord record) {
        for (int window : columns.columnSet().slidingWindows()) {
            for (int filter : columns.columnSet().filtersOfWindow(window)) {
                record.show(window, filter, rows.clock(), rows.schema().layout(), shown);
            }
        }
    }
}
