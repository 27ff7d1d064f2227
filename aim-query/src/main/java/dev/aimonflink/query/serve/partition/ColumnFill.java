package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.ArrivingColumns;
import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.RowRecords;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.serve.pass.ColumnChoice;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.PartitionContext;
import dev.aimonflink.query.serve.pass.Pause;
import dev.aimonflink.query.serve.pass.QueryQueue;
import dev.aimonflink.query.serve.pass.SliceTimer;
import java.util.Set;

/**
 * Lets the kept columns follow what is asked: reads those that a question lacks from the records, beside the passes and in small steps; and
 * between two passes exchanges the columns.
 *
 * <pre>
 *   a question lacks columns --> some may have to go, between two passes     (ColumnChoice says which)
 *                            --> the others are filled, row by row           (ArrivingColumns; passes and events go on)
 *                            --> they are kept, between two passes           (the question joins the queue)
 * </pre>
 *
 * So a question over any columns is answered by a pass like all others, over one cut. On the heap the fill pauses while a snapshot is written,
 * because the backend then copies each record that is read.
 */
final class ColumnFill {
    private final Rows rows;
    private final Columns columns;
    private final RowRecords records;
    private final QueryQueue queries;
    private final Pause pause;
    private final PartitionContext context;
    private final NanoClock clock;

    /** Of the columns on their way; null if there are none. */
    private PaneRefill refill;

    /** The change that waits for the end of a pass, or null. */
    private ColumnChoice.Change next;

    /** Of the columns on their way, so far. */
    private long nanos;

    ColumnFill(
            Rows rows,
            RowRecords records,
            QueryQueue queries,
            Pause pause,
            PartitionContext context,
            PartitionClocks clocks) {
        this.rows = rows;
        this.columns = rows.columns();
        this.records = records;
        this.queries = queries;
        this.pause = pause;
        this.context = context;
        this.clock = clocks.elapsed();
    }

    boolean hasWork() {
        if (columns.arriving() == null) {
            return queries.wantsOtherColumns() || next != null;
        }
        return isFilled() || !pause.isCopying();
    }

    /** Whether columns wait for the end of the pass, so that none may begin. */
    boolean isChangeDue() {
        return columns.arriving() == null ? next != null : isFilled();
    }

    private boolean isFilled() {
        return columns.arriving().next() == ArrivingColumns.NO_ROW && !refill.hasStale();
    }

    /** Reads until the time is over, but at least one step. */
    void runSlice(SliceTimer timer) {
        final long beginNanos = clock.nanoTime();
        do {
            step();
        } while (!isFilled() && !timer.isOver());
        nanos += clock.nanoTime() - beginNanos;
    }

    /** Begins to fill what is lacking, or finds that others have to go first. Returns whether there are rows to read. */
    boolean begin() {
        if (columns.arriving() == null) {
            decide();
        }
        return columns.arriving() != null && !isFilled();
    }

    private void decide() {
        ColumnChoice.Change change = queries.nextColumns();
        if (!change.go().isEmpty()) {
            next = change;
        } else if (!change.isNone()) {
            nanos = 0;
            refill = new PaneRefill(rows, columns.begin(change.come()).filled(), records, pause);
            rows.columnsChanged();
        }
    }

    private void step() {
        final ArrivingColumns arriving = columns.arriving();
        if (arriving.next() == ArrivingColumns.NO_ROW) {
            refill.step();
            return;
        }
        final int row = arriving.next();
        final int count = arriving.following();
        // The processor waits for several at a time. The array is new, because a collector may have a fence where an
        // old one is written.
        final EntityRecord[] found = new EntityRecord[count];
        for (int i = 0; i < count; i++) {
            found[i] = records.stored(row + i);
        }
        for (int i = 0; i < count; i++) {
            arriving.read(i, found[i] == null ? arriving.empty() : found[i]);
        }
        arriving.fill(count);
    }

    /** Exchanges the columns once no row waits for its block. No cut is held. */
    void change(SliceTimer timer) {
        while (!columns.settle()) {
            if (timer.isOver()) {
                return;
            }
        }
        if (columns.arriving() != null) {
            columns.change(columns.written());
            refill = null;
            context.filled((double) nanos / Math.max(1, rows.size()));
        } else {
            // Questions may have come since that read them.
            Set<String> go = queries.nextColumns().go();
            next = null;
            if (go.isEmpty()) {
                return;
            }
            columns.change(columns.columnSet().without(go));
        }
        rows.columnsChanged();
        queries.columnsChanged();
    }
}
