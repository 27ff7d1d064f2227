package dev.aimonflink.job.operator;

/**
 * How scans and events share a task's thread. A pass runs in slices; between two slices events have their turn.
 *
 * <p>Flink's loop looks into the mailbox after every record while a mail waits there, so a slice that enqueues the next
 * one at once lets exactly one record through. That is right while records come slower than slices end, and throttles
 * the input when they come faster. Hence two gears:
 *
 * <ul>
 *   <li><b>Free</b>: the slice enqueues the next one at once.
 *   <li><b>Yielding</b>, once a record was waiting after each of the last slices: the next slice runs after a number of
 *       records, in their own callback, and a timer sees to it that the scan goes on when they stop coming. After each
 *       single record where so many rows wait for the pass that it has to hurry.
 * </ul>
 */
final class ScanSchedule {
    /** How long a slice takes: as long as an event may be held up, and long enough to make up for its overhead. */
    static final long SLICE_NANOS = 200_000;

    /** How many slices in a row must each have been followed by a record before the input counts as saturated. */
    static final int SATURATED_AFTER_SLICES = 8;

    /** Records between two slices when the input is saturated. */
    static final int RECORDS_PER_SLICE = 64;

    /** When records stop coming, the scan goes on after this. */
    static final long PAUSE_MS = 1;

    /** The scan: runs for about so long and tells whether there is more to do. */
    interface Slices {
        boolean run(long budgetNanos);
    }

    /** The task's thread, as far as we need it. Both run the callback on it, later. */
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
     * There is something to scan. What the last scan learned of the input still holds, unless records have had their
     * turns since: else scans of few slices, one after the other, would let one record through after each slice.
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
     * A record of the keyed input was processed.
     *
     * @param due whether the scan shall go on before the next one. While the gear is free it does anyhow.
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

    /** A pause that still runs for an earlier scan serves this one too: two would end the gear before its time. */
    private void pause() {
        if (!pausing) {
            pausing = true;
            loop.after(PAUSE_MS, this::pauseOver);
        }
    }

    /** Stays in the gear only if records alone have kept the scan going meanwhile. */
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
