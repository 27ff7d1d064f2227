package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.update.Overflow;
import dev.aimonflink.matrix.update.OverflowSearch;
import dev.aimonflink.matrix.update.UpdatePlan;

/**
 * Applies events and profiles to records, and copies what changed to the columns. Decides that an event is late, would overflow, or finds
 * no room.
 */
public final class RowWriter {
    private static final long ALL_WINDOWS = -1;

    private final Rows rows;
    private final WindowClock clock;
    private final Progress progress;
    private final EventWindows eventWindows;
    private final CellLayout layout;

    /** The windows whose next values the plan keeps; they change with the columns. */
    private long nextWindows;

    private UpdatePlan plan;
    private final OverflowSearch overflowSearch;
    private final int windows;
    private final Forgetting forgetting;
    private final long[] lateEvents;

    /** Null if nothing sees the updates. */
    private UpdateHook hook;

    public RowWriter(Rows rows, Forgetting forgetting) {
        this.rows = rows;
        this.clock = rows.clock();
        this.progress = rows.progress();
        this.eventWindows = new EventWindows(clock, rows::newClock);
        this.layout = rows.schema().layout();
        plan();
        this.overflowSearch = new OverflowSearch(rows.schema());
        this.windows = rows.schema().windows().size();
        this.forgetting = forgetting;
        this.lateEvents = new long[windows];
    }

    private void plan() {
        nextWindows = rows.nextWindows();
        plan = new UpdatePlan(rows.schema(), nextWindows);
    }

    public void hook(UpdateHook seesUpdates) {
        hook = seesUpdates;
    }

    public long touch(EntityRecord record, DeclaredEvent event) {
        try {
            plan.choose(event.values(), ALL_WINDOWS >>> (Long.SIZE - windows));
        } catch (FilterFailure reportedByApply) {
            return 0;
        }
        return plan.touch(record.ints(), record.longs(), clock);
    }

    /**
     * Counts an event to which the clock has been advanced.
     *
     * @throws FilterFailure if a filter fails on it; nothing changed
     */
    public Effect apply(EntityRecord record, DeclaredEvent event) {
        assert event.clockMs() <= clock.nowMs() : "the clock is advanced to an event before it counts";
        // By the event's key, not the record's, so that the two memory accesses overlap.
        final long id = rows.idOf(event);
        final int row = rows.rowOf(id);
        final long timestampMs = event.timestampMs();
        final WindowClock judged = eventWindows.of(event, record);
        if (!judged.containsInAny(timestampMs)) {
            countLate(judged, timestampMs);
            return Effect.LATE;
        }
        if (row == RowIndex.NO_ROW && rows.isFull()) {
            return Effect.FULL;
        }
        if (nextWindows != rows.nextWindows()) {
            plan();
        }
        plan.choose(event.values(), judged, timestampMs);
        record.turnTo(judged, layout);
        if (plan.overflows(record.ints(), record.longs(), event.values())) {
            return Effect.OVERFLOW;
        }
        if (hook != null) {
            hook.before(record);
        }
        record.renew(timestampMs);
        plan.add(record.ints(), record.longs(), event.values());
        progress.countApplied();
        if (!judged.containsInAll(timestampMs)) {
            countLate(judged, timestampMs);
        }
        if (row == RowIndex.NO_ROW) {
            rows.add(record);
        } else {
            record.id(id);
            // The row of an entity erased during the pass is empty, like its new record was.
            forgetting.occupy(id);
            rows.writeAggregates(row, record, plan.chosenFilters());
        }
        if (hook != null) {
            hook.after(record, event);
        }
        return Effect.APPLIED;
    }

    /** The first column that the event just applied overflowed. */
    public Overflow overflow(EntityRecord record, DeclaredEvent event) {
        final WindowClock judged = eventWindows.of(event, record);
        plan.choose(event.values(), judged, event.timestampMs());
        return overflowSearch.first(
                event.values(), plan.chosenFilters(), judged, event.timestampMs(), record.ints(), record.longs());
    }

    private void countLate(WindowClock judged, long timestampMs) {
        for (int window = 0; window < windows; window++) {
            if (!judged.contains(window, timestampMs)) {
                lateEvents[window]++;
            }
        }
    }

    public Effect apply(EntityRecord record, Attributes attributes) {
        final long id = rows.idOf(record.key());
        int row = rows.rowOf(id);
        boolean isNew = row == RowIndex.NO_ROW || forgetting.isVacated(id);
        if (isNew && attributes.isEmpty()) {
            return Effect.IGNORED;
        }
        if (row == RowIndex.NO_ROW && rows.isFull()) {
            return Effect.FULL;
        }
        if (attributes.isEmpty() && forgetting.isDue(record)) {
            forgetting.erase(id);
            return Effect.FORGOTTEN;
        }
        rows.requireRoomFor(attributes);
        record.attributes(attributes);
        if (row == RowIndex.NO_ROW) {
            rows.add(record);
        } else {
            record.id(id);
            forgetting.occupy(id);
            rows.write(row, record);
        }
        return Effect.APPLIED;
    }

    /** Returns whether the record was ahead of the time and has lost its later windows. */
    public boolean restore(EntityRecord record) {
        if (clock.nowMs() == WindowClock.NO_TIME && record.windowNumbers()[0] != WindowClock.NO_WINDOW) {
            throw new IllegalStateException("The entity " + record.key()
                    + " is restored before the clock, which would empty the record. Restore the clock first.");
        }
        if (record.schemaFingerprint() != rows.schema().fingerprint()) {
            throw new IllegalStateException("The stored record of " + record.key()
                    + " is of another schema than the job's "
                    + rows.schema().columns().size()
                    + " aggregates. Start the job with the model that the savepoint was taken with,"
                    + " or with the release that took it.");
        }
        restoreAge(record);
        boolean ahead = record.isAheadOf(clock);
        if (ahead) {
            record.clearLater(clock, layout);
        }
        rows.add(record);
        return ahead;
    }

    /**
     * Moves a last event in a later hour than the clock's to the clock. It comes from a clock that was ahead, and would keep the row for
     * too long.
     */
    private void restoreAge(EntityRecord record) {
        final long nowMs = clock.nowMs() == WindowClock.NO_TIME ? EntityRecord.NO_EVENT : clock.nowMs();
        if (record.lastEventHour() > EntityRecord.hourOf(nowMs)) {
            record.lastEventMs(nowMs);
        }
    }

    public long lateEvents(int window) {
        return lateEvents[window];
    }
}
