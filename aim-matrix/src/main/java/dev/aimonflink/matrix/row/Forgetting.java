package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.record.EntityRecord;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import java.util.function.BooleanSupplier;

/**
 * Removes the rows of entities that are erased by request, and of those that are idle for too long.
 *
 * <p>The cut of a pass keeps its rows. So an entity erased during a pass leaves an empty row, removed before the next cut, and the sweep
 * for idle entities runs only between passes. Both run in steps short enough for the task's thread.
 *
 * <p>The sweep walks from the last row to the first, so that a row that moves into a gap has been checked already. It begins whenever the
 * event time reaches another hour.
 */
public final class Forgetting {
    /** Each takes as long as some events: its record is removed, another row moves. */
    public static final int REMOVED_A_STEP = 32;

    /** The most rows that one step of the sweep checks. */
    public static final int LOOKED_AT_A_STEP = 4_096;

    /** From this many empty rows on, each message is followed by a slice of the pass that keeps them. */
    public static final int FULL_ROWS = 4_096;

    public static final int SWEEP_STEPS_A_PASS = 32;

    private static final int NO_ROW = -1;

    private final Rows rows;
    private final WindowClock clock;
    private final StoredRecords records;
    private final long forgetAfterMs;
    private final LongLinkedOpenHashSet vacated = new LongLinkedOpenHashSet();

    /** The row that the sweep checks next. */
    private int cursor = NO_ROW;

    /** The present or last sweep removes rows whose last event is before this hour. */
    private int dueBeforeHour = Integer.MIN_VALUE;

    /** Since the last pass began. */
    private int sweepSteps;

    private long forgotten;

    public Forgetting(Rows rows, StoredRecords records, long forgetAfterMs) {
        this.rows = rows;
        this.clock = rows.clock();
        this.records = records;
        this.forgetAfterMs = forgetAfterMs;
    }

    // ---- by request

    public void erase(long id) {
        final int row = rows.rowOf(id);
        if (row == RowIndex.NO_ROW) {
            return;
        }
        if (rows.columns().isCutHeld()) {
            rows.empty(row, rows.newRecord(rows.keyOf(id)));
            if (!vacated.add(id)) {
                return;
            }
        } else {
            rows.remove(row);
            if (vacated.remove(id)) {
                return;
            }
        }
        forgotten++;
    }

    /** Whether an entity has an empty row and no record. */
    public boolean isVacated(long id) {
        return !vacated.isEmpty() && vacated.contains(id);
    }

    /** Keeps the empty row of an erased entity that has come back. */
    public void occupy(long id) {
        if (!vacated.isEmpty()) {
            vacated.remove(id);
        }
    }

    public int vacatedRows() {
        return vacated.size();
    }

    public boolean isFull() {
        return vacated.size() >= FULL_ROWS;
    }

    /** Removes some of the empty rows, while no cut is held; returns whether none is left. */
    private boolean removeVacated() {
        for (int left = REMOVED_A_STEP; left > 0 && !vacated.isEmpty(); left--) {
            rows.remove(rows.rowOf(vacated.removeFirstLong()));
        }
        return vacated.isEmpty();
    }

    // ---- by age

    /** Whether the last sweep would have removed a record without a profile. The next sweep may be an hour away. */
    public boolean isDue(EntityRecord record) {
        return record.lastEventHour() < dueBeforeHour;
    }

    private boolean isSweepDue() {
        return forgetAfterMs != RowLimits.NEVER && (cursor != NO_ROW || currentDueHour() > dueBeforeHour);
    }

    /** A row whose last event is in a current window is never due. */
    private int currentDueHour() {
        if (clock.nowMs() == WindowClock.NO_TIME) {
            return Integer.MIN_VALUE;
        }
        return EntityRecord.hourOf(Math.min(clock.nowMs() - forgetAfterMs, clock.oldestStartMs()));
    }

    /** Checks some rows of the due sweep; no cut is held and no row is vacated. */
    private void sweep() {
        assert !rows.columns().isCutHeld() && vacated.isEmpty() : "the sweep runs between passes";
        if (cursor == NO_ROW) {
            dueBeforeHour = currentDueHour();
            cursor = rows.size() - 1;
        }
        // Rows may have been erased since the last step; a row that moved to their place was checked already.
        cursor = Math.min(cursor, rows.size() - 1);
        final int stop = Math.max(NO_ROW, cursor - LOOKED_AT_A_STEP);
        int left = REMOVED_A_STEP;
        while (cursor > stop && left > 0) {
            if (rows.isOlder(cursor, dueBeforeHour)) {
                records.remove(rows.keyOf(rows.columns().idOf(cursor)));
                rows.remove(cursor);
                forgotten++;
                left--;
            }
            cursor--;
        }
    }

    // ---- between passes

    /**
     * Removes all empty rows, and idle rows for some steps of the sweep, so that neither passes nor the sweep wait for the other's end.
     * Returns whether a pass may begin before the time is over.
     *
     * @param isPassWanted whether queries wait for a pass
     */
    public boolean removeRows(boolean isPassWanted, BooleanSupplier isTimeOver) {
        while (!removeVacated()) {
            if (isTimeOver.getAsBoolean()) {
                return false;
            }
        }
        while (isSweepDue() && (!isPassWanted || sweepSteps < SWEEP_STEPS_A_PASS)) {
            sweep();
            sweepSteps++;
            if (isTimeOver.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    public void passBegins() {
        sweepSteps = 0;
    }

    public boolean hasWork() {
        return !vacated.isEmpty() || isSweepDue();
    }

    public long forgotten() {
        return forgotten;
    }
}
