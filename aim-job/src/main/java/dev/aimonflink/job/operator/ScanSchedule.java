package dev.aimonflink.job.operator;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Shares a task's thread between scans and events. A pass runs in slices, with events processed in between.
 *
 * <p>Flink's loop runs a waiting mail after every record, and at once if no record waits. So a mail that finds a new record since the last
 * one lets the next record through, and one that finds none runs a slice. The thread never rests while there is something to scan. But a
 * mail for each record costs time when records never stop. Hence two gears:
 *
 * <ul>
 *   <li><b>Free</b>: a mail is always waiting. It runs a slice when no record waits, and after a number of records even if more wait.
 *   <li><b>Yielding</b>, after several consecutive slices during which records did not stop: the next slice runs after the same number of
 *       records, in the callback of the last one. A timer returns to the free gear when they stop.
 * </ul>
 *
 * In both gears a slice follows every message if many changed rows wait for the end of the pass. Otherwise, if slices may only take a share
 * of the time, waiting records get the rest before the next slice is due.
 *
 * <p>A task that ends takes no further mail, but still runs those that it has. The schedule then ends: what it has not scanned is asked
 * again after the restore.
 */
public final class ScanSchedule {
    /** Short enough to delay an event little, long enough to outweigh its overhead. */
    static final long SLICE_NANOS = 200_000;

    /** The input counts as saturated when this many consecutive slices ran although records waited. */
    static final int SATURATED_AFTER_SLICES = 8;

    /** The most records between two slices, apart from the rest of a chunk. */
    static final int RECORDS_PER_SLICE = 64;

    /** The scan continues this long after records stop. */
    static final long PAUSE_MS = 1;

    /** Slices yield to records by their number alone. */
    public static final double WHOLE = 1;

    /** The scan: runs for about the budget and returns whether there is more to do. */
    public interface Slices {
        boolean run(long budgetNanos);
    }

    /** The task's thread; both methods run the callback on it later. */
    public interface Loop {
        /** @throws RejectedExecutionException if the task ends and takes no further mail */
        void enqueue(Runnable mail);

        void after(long delayMs, Runnable callback);
    }

    enum Gear {
        FREE,
        YIELDING
    }

    private final Slices slices;
    private final Loop loop;

    /** For each nanosecond of a slice, how many others have. */
    private final double restOfSlice;

    private final LongSupplier nanoTime;
    private Gear gear = Gear.FREE;
    private boolean active;
    private boolean ended;

    /** Whether the next slice begins a scan. */
    private boolean isFirst;

    /** For which part of the last slices records waited: a moving mean. */
    private double waitedFor;

    private int recordsSinceSlice;
    private int recordsAtLastMail;
    private boolean sliceIsDue;
    private int slicesBeforeRecords;
    private boolean recordsKeepComing;
    private boolean pausing;

    /** Until then records have the thread. */
    private long restEndNanos;

    /** @param maxShare of the thread's time that slices may take while records wait: more than 0 and at most {@link #WHOLE} */
    public ScanSchedule(Slices slices, Loop loop, double maxShare, LongSupplier nanoTime) {
        assert maxShare > 0 && maxShare <= WHOLE : "maxShare=" + maxShare;
        this.slices = slices;
        this.loop = loop;
        this.nanoTime = nanoTime;
        restOfSlice = WHOLE / maxShare - 1;
    }

    /**
     * Starts slices if none run. The count of slices that ran before waiting records stays, unless enough records were processed since the
     * last scan: a series of short scans may saturate the thread like a long one.
     */
    public void wake() {
        if (active || ended) {
            return;
        }
        active = true;
        isFirst = true;
        if (recordsSinceSlice >= RECORDS_PER_SLICE) {
            slicesBeforeRecords = 0;
        }
        scheduleNext();
    }

    /**
     * Counts processed records, and runs a slice if one is due in the yielding gear.
     *
     * @param due whether a slice has to run before the next record
     */
    public void recordsProcessed(int records, boolean due) {
        recordsSinceSlice += records;
        final boolean areEnough = recordsSinceSlice >= RECORDS_PER_SLICE;
        sliceIsDue |= due || (areEnough && !isResting());
        recordsKeepComing |= areEnough;
        if (active && gear == Gear.YIELDING && sliceIsDue) {
            recordsKeepComing = true;
            runSlice();
        }
    }

    private boolean isResting() {
        return restOfSlice > 0 && nanoTime.getAsLong() - restEndNanos < 0;
    }

    private void mail() {
        if (ended) {
            return;
        }
        if (!sliceIsDue && recordsSinceSlice > recordsAtLastMail) {
            recordsAtLastMail = recordsSinceSlice;
            enqueue();
            return;
        }
        slicesBeforeRecords = sliceIsDue ? slicesBeforeRecords + 1 : 0;
        runSlice();
        if (active) {
            scheduleNext();
        }
    }

    private void scheduleNext() {
        if (slicesBeforeRecords >= SATURATED_AFTER_SLICES) {
            gear = Gear.YIELDING;
            recordsKeepComing = false;
            pause();
        } else {
            gear = Gear.FREE;
            enqueue();
        }
    }

    private void enqueue() {
        try {
            loop.enqueue(this::mail);
        } catch (RejectedExecutionException taskEnds) {
            end();
        }
    }

    /** Runs no further slice, even when woken again. */
    void end() {
        ended = true;
        active = false;
        gear = Gear.FREE;
    }

    /** Starts a pause unless one from an earlier scan still runs: two would end the gear too early. */
    private void pause() {
        if (!pausing) {
            pausing = true;
            loop.after(PAUSE_MS, this::pauseOver);
        }
    }

    /** Stays in the gear only if records ran slices during the pause. */
    private void pauseOver() {
        pausing = false;
        if (!active || gear != Gear.YIELDING) {
            return;
        }
        if (recordsKeepComing) {
            recordsKeepComing = false;
            pause();
        } else {
            slicesBeforeRecords = 0;
            runSlice();
            if (active) {
                scheduleNext();
            }
        }
    }

    private void runSlice() {
        waitedFor += isFirst ? 0 : ((sliceIsDue ? 1 : 0) - waitedFor) / SATURATED_AFTER_SLICES;
        isFirst = false;
        recordsSinceSlice = 0;
        recordsAtLastMail = 0;
        sliceIsDue = false;
        final long startNanos = restOfSlice > 0 ? nanoTime.getAsLong() : 0;
        active = slices.run(SLICE_NANOS);
        if (restOfSlice > 0) {
            final long endNanos = nanoTime.getAsLong();
            restEndNanos = endNanos + (long) ((endNanos - startNanos) * restOfSlice);
        }
        if (!active) {
            gear = Gear.FREE;
        }
    }

    /** Whether records waited for most of the last slices, not counting one that begins a scan: nobody knows since when they wait. */
    public boolean isSaturated() {
        return waitedFor > 1.0 / 2;
    }

    Gear gear() {
        return gear;
    }
}
