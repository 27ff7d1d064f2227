package dev.aimonflink.job.operator;

/**
 * Shares a task's thread between scans and events. A pass runs in slices, and events are processed between two slices.
 *
 * <p>Flink's loop checks the mailbox after every record while a mail waits there, so a slice that enqueues the next one at
 * once lets exactly one record through. That is right while records arrive more slowly than slices end, and throttles the
 * input when they arrive faster. Hence two gears:
 *
 * <ul>
 *   <li><b>Free</b>: the slice enqueues the next one at once.
 *   <li><b>Yielding</b>, after several slices in a row that each had a record waiting: the next slice runs after a number
 *       of records, in the callback of the last one, and a timer continues the scan if records stop. If many changed rows
 *       wait for the end of the pass, a slice runs after every record.
 * </ul>
 */
final class ScanSchedule {
    /** How long a slice runs: short enough to delay an event little, long enough to outweigh its overhead. */
    static final long SLICE_NANOS = 200_000;

    /** How many slices in a row must each have been followed by a record before the input counts as saturated. */
    static final int SATURATED_AFTER_SLICES = 8;

    /** Records between two slices when the input is saturated. */
    static final int RECORDS_PER_SLICE = 64;

    /** The scan continues this long after records stop. */
    static final long PAUSE_MS = 1;

    /** The scan: runs for about the budget and returns whether there is more to do. */
    interface Slices {
        boolean run(long budgetNanos);
    }

    /** The task's thread. Both methods run the callback on it later. */
    interface Loop {
        void enqueue(Runnable mail);

        void after(long delayMs, Runnable callback);
    }

    enum Gear {
        FREE,
        YIELDING
    }

    private final Slices slices;
    private final Loop loop;
    private Gear gear = Gear.FREE;
    private boolean active;
    private int recordsSinceSlice;
    private int slicesFollowedByRecord;
    private boolean recordsKeepComing;
    private boolean pausing;

    ScanSchedule(Slices slices, Loop loop) {
        this.slices = slices;
        this.loop = loop;
    }

    /**
     * Starts slices if none run. The count of slices followed by a record stays, unless enough records were processed
     * since the last scan. Otherwise short scans, one after the other, would let through one record per slice.
     */
    void wake() {
        if (active) {
            return;
        }
        active = true;
        if (recordsSinceSlice >= RECORDS_PER_SLICE) {
            slicesFollowedByRecord = 0;
        }
        goOn();
    }

    /**
     * Counts a processed record of the keyed input, and runs a slice if one is due in the yielding gear.
     *
     * @param due whether a slice has to run before the next record
     */
    void recordProcessed(boolean due) {
        recordsSinceSlice++;
        if (active && gear == Gear.YIELDING && (due || recordsSinceSlice >= RECORDS_PER_SLICE)) {
            recordsKeepComing = true;
            runSlice();
        }
    }

    private void freeSlice() {
        slicesFollowedByRecord = recordsSinceSlice > 0 ? slicesFollowedByRecord + 1 : 0;
        runSlice();
        if (active) {
            goOn();
        }
    }

    private void goOn() {
        if (slicesFollowedByRecord >= SATURATED_AFTER_SLICES) {
            gear = Gear.YIELDING;
            recordsKeepComing = false;
            pause();
        } else {
            gear = Gear.FREE;
            loop.enqueue(this::freeSlice);
        }
    }

    /** Starts a pause unless one from an earlier scan still runs. Two pauses would end the gear too early. */
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
            gear = Gear.FREE;
            slicesFollowedByRecord = 0;
            recordsSinceSlice = 0;
            freeSlice();
        }
    }

    private void runSlice() {
        recordsSinceSlice = 0;
        active = slices.run(SLICE_NANOS);
        if (!active) {
            gear = Gear.FREE;
        }
    }

    Gear gear() {
        return gear;
    }
}
