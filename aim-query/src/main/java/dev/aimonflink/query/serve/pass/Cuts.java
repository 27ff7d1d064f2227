package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.column.HeldBlocks;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.serve.mode.ScanMode;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Takes the cuts that passes read: the present rows, held for this thread or sealed for another; or the last sealed cut again, if all
 * queries of a pass accept its age. A sealed cut therefore rests after its pass, while requests want it and nothing else needs its blocks.
 */
public final class Cuts {
    /**
     * What a pass reads.
     *
     * @param places in the events topic; null if nobody wants them
     * @param ageNanos age of the cut when the pass began
     * @param freshRows upper bound of the rows that waited to be written to their blocks
     */
    record Taken(
            ScanMode mode,
            HeldBlocks blocks,
            Cut cut,
            List<EventPlace> places,
            LastParts.Moment moment,
            long ageNanos,
            int freshRows) {
        long beginNanos() {
            return moment.nanos() + ageNanos;
        }
    }

    private final Rows rows;
    private final LastParts lastParts;

    private Taken last;

    private boolean isResting;

    Cuts(Rows rows, LastParts lastParts) {
        this.rows = rows;
        this.lastParts = lastParts;
    }

    private Columns columns() {
        return rows.columns();
    }

    /**
     * Takes a cut for a pass that begins now.
     *
     * @param isMerging whether another thread merges all waiting rows
     */
    Taken take(ScanMode mode, boolean isMerging, List<WaitingQuery> queries) {
        if (isResting && mode == last.mode && isGoodFor(queries)) {
            isResting = false;
            last.blocks.beginAgain();
            last = new Taken(mode, last.blocks, last.cut, last.places, last.moment, age(), 0);
        } else {
            letGo();
            assert last == null : "one cut is taken at a time";
            final boolean arePlacesWanted =
                    queries.stream().anyMatch(query -> query.asker().wantsProgress() || lastParts.wants(query));
            final int freshRows = Math.min(
                    columns().rows(), columns().newRowsWaiting() + columns().oldRowsWaiting());
            last = new Taken(
                    mode,
                    mode.isBeside() ? columns().seal(isMerging) : columns().hold(),
                    rows.cut(),
                    arePlacesWanted ? rows.progress().places() : null,
                    lastParts.present(),
                    0,
                    freshRows);
        }
        return last;
    }

    private boolean isGoodFor(List<WaitingQuery> queries) {
        return !isRestOver() && queries.stream().allMatch(this::isGoodFor);
    }

    private boolean isGoodFor(WaitingQuery query) {
        return query.asker().maxAgeMs() > 0
                && query.query().isReusable()
                && age() <= TimeUnit.MILLISECONDS.toNanos(query.asker().maxAgeMs())
                && (last.places != null || !query.asker().wantsProgress());
    }

    private long age() {
        return lastParts.present().nanos() - last.moment.nanos();
    }

    /** Ends the cut of a finished pass, or lets it rest. */
    void passEnded() {
        assert last != null && !isResting : "a pass ends once";
        isResting = columns().isSealed();
        if (!isResting) {
            last = null;
        } else if (isRestOver()) {
            letGo();
        }
    }

    /** Whether the last sealed cut is kept although no pass reads it. */
    public boolean isResting() {
        return isResting;
    }

    /** Whether the resting cut has become useless. */
    public boolean isRestOver() {
        return isResting && !(last.blocks.isAsWas() && lastParts.mayWant(last.moment));
    }

    /** Ends the resting cut, if any. */
    public void letGo() {
        if (isResting) {
            isResting = false;
            last = null;
            columns().unseal();
        }
    }
}
