package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.row.Forgetting;
import dev.aimonflink.query.serve.pass.QueryQueue;
import dev.aimonflink.query.serve.pass.SliceTimer;
import java.util.concurrent.locks.LockSupport;

/**
 * What a partition does between updates, a slice at a time: passes, the refill of sliding windows, the fill of columns that are asked,
 * verification, and the removal of rows. All but the fill rests while another thread has the columns; so between two of that thread's passes
 * the rest catches up on its share of the time.
 */
public final class Slices {
    /** While passes run, whatever reads records gets one in this many parts of a slice. */
    public static final int SHARE_BESIDE_PASSES = 8;

    private static final long LONGEST_NANOS = 1_000_000;

    private final Columns columns;
    private final Forgetting forgetting;
    private final QueryQueue queries;
    private final PaneRefill refill;
    private final ColumnFill fill;
    private final RecordPass records;
    private final SliceTimer timer;

    /** How much of the passes' time away what reads records has had its share of. */
    private long sharedNanos;

    Slices(
            Columns columns,
            Forgetting forgetting,
            QueryQueue queries,
            PaneRefill refill,
            ColumnFill fill,
            RecordPass records,
            SliceTimer timer) {
        this.columns = columns;
        this.forgetting = forgetting;
        this.queries = queries;
        this.refill = refill;
        this.fill = fill;
        this.records = records;
        this.timer = timer;
    }

    boolean hasWork() {
        if (columns.isSealed() && !queries.cuts().isResting()) {
            return queries.hasWork() || queries.canHelp() || (queries.isAway() && (canFill() || isFull()));
        }
        return queries.hasWork() || needsColumns();
    }

    /** Whether too much waits for the end of the pass. */
    private boolean isFull() {
        return columns.isFull() || forgetting.isFull();
    }

    /** Whether records can be read into columns that nobody else sees, even while another thread has the others. */
    private boolean canFill() {
        return fill.hasWork() && !fill.isChangeDue();
    }

    /** Whether other columns can be kept now: no pass reads the present ones. */
    private boolean canChange() {
        return fill.isChangeDue() && (!columns.isCutHeld() || queries.cuts().isResting());
    }

    private boolean needsColumns() {
        return hasWorkBeside() || mayForget() || queries.cuts().isRestOver();
    }

    private boolean hasWorkBeside() {
        return refill.hasWork() || canFill() || canChange() || records.hasWork();
    }

    private boolean mayForget() {
        return forgetting.hasWork() && !queries.isHolding();
    }

    boolean run(long budgetNanos) {
        if (queries.isAway()) {
            if (queries.canHelp()) {
                timer.start(budgetNanos);
                queries.help(timer);
                return hasWork();
            }
            if (canFill()) {
                fill(budgetNanos);
                return hasWork();
            }
            // A slice run because too many rows wait yields to the thread that reads.
            if (isFull()) {
                LockSupport.parkNanos(Math.min(budgetNanos, LONGEST_NANOS));
            }
            return hasWork();
        }
        if (queries.cuts().isResting() && needsColumns()) {
            queries.cuts().letGo();
        }
        if (canChange()) {
            timer.start(budgetNanos);
            fill.change(timer);
            return hasWork();
        }
        // A sealed cut comes first, because whatever reads records waits for its end.
        final boolean scans = (queries.hasWork() || mayForget()) && (columns.isSealed() || !isTurnOfRecords());
        if (scans) {
            timer.start(budgetNanos);
            queries.runSlice(timer);
        }
        if (!columns.isSealed()) {
            runBeside(scans ? budgetNanos / SHARE_BESIDE_PASSES : budgetNanos);
        }
        return hasWork();
    }

    private void fill(long budgetNanos) {
        if (fill.begin()) {
            timer.start(budgetNanos);
            fill.runSlice(timer);
        }
    }

    private boolean isTurnOfRecords() {
        if (!hasWorkBeside()) {
            sharedNanos = queries.awayNanos();
        }
        return sharedNanos < queries.awayNanos();
    }

    private void runBeside(long budgetNanos) {
        sharedNanos += Math.max(1, Math.min(budgetNanos, LONGEST_NANOS)) * SHARE_BESIDE_PASSES;
        if (refill.hasWork()) {
            timer.start(budgetNanos);
            refill.runSlice(timer);
        }
        if (canFill()) {
            fill(budgetNanos);
        }
        if (records.hasWork()) {
            timer.start(budgetNanos);
            records.runSlice(timer);
        }
    }
}
