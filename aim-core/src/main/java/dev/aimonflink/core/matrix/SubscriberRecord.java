package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.RecordLayout;
import dev.aimonflink.core.schema.WindowClock;
import java.util.Arrays;

/**
 * All aggregates of one subscriber, laid out by {@link RecordLayout}, and its profile. The aggregates of each window
 * carry the number of the window that they belong to. Those of a past window are cleared when the record is next
 * changed, so that a turn itself costs nothing.
 *
 * <p>Only events change the hour of the last event: idle subscribers are forgotten by it. Window numbers cannot serve
 * for that, because a change of the profile renews them.
 */
public final class SubscriberRecord {
    /** The last event's hour if no event was ever accepted. */
    public static final int NO_EVENT = -1;

    /** The last event's hour of records that were stored before it was kept; {@link Partition#restore} replaces it. */
    public static final int UNKNOWN_HOUR = -2;

    private static final long HOUR_MS = 3_600_000;
    private static final int CACHE_LINE = 64;

    private final long subscriberId;
    private final long schemaFingerprint;
    private final int[] windowNumbers;
    private final int[] ints;
    private final long[] longs;
    private int lastEventHour = NO_EVENT;
    private Profile profile;

    /** Keeps the given arrays without a copy; for codecs. */
    public SubscriberRecord(
            long subscriberId, long schemaFingerprint, int[] windowNumbers, int[] ints, long[] longs, Profile profile) {
        this.subscriberId = subscriberId;
        this.schemaFingerprint = schemaFingerprint;
        this.windowNumbers = windowNumbers;
        this.ints = ints;
        this.longs = longs;
        this.profile = profile;
    }

    /** A record without calls whose windows are all past. */
    static SubscriberRecord empty(long subscriberId, long schemaFingerprint, RecordLayout layout, int windows) {
        int[] numbers = new int[windows];
        Arrays.fill(numbers, WindowClock.NO_WINDOW);
        SubscriberRecord fresh = new SubscriberRecord(
                subscriberId,
                schemaFingerprint,
                numbers,
                new int[layout.intCount()],
                new long[layout.longCount()],
                null);
        for (int window = 0; window < windows; window++) {
            layout.clear(window, fresh.ints, fresh.longs);
        }
        return fresh;
    }

    public SubscriberRecord copy() {
        SubscriberRecord copy = new SubscriberRecord(
                subscriberId, schemaFingerprint, windowNumbers.clone(), ints.clone(), longs.clone(), profile);
        copy.lastEventHour = lastEventHour;
        return copy;
    }

    public long subscriberId() {
        return subscriberId;
    }

    public long schemaFingerprint() {
        return schemaFingerprint;
    }

    /** The profile, or null. */
    public Profile profile() {
        return profile;
    }

    void profile(Profile changed) {
        profile = changed;
    }

    /**
     * The hour of the newest accepted event, counted from the epoch, or {@link #NO_EVENT} or {@link #UNKNOWN_HOUR}.
     */
    public int lastEventHour() {
        return lastEventHour;
    }

    void lastEventHour(int hour) {
        lastEventHour = hour;
    }

    /** Notes the time of an event that counts. */
    void renew(long timestampMs) {
        lastEventHour = Math.max(lastEventHour, hourOf(timestampMs));
    }

    /** The hour of a time, counted from the epoch. It fits an int until the year 240,000. */
    static int hourOf(long timeMs) {
        return (int) Math.floorDiv(timeMs, HOUR_MS);
    }

    /** The record's own array, for reading; so are {@link #ints()} and {@link #longs()}. */
    public int[] windowNumbers() {
        return windowNumbers;
    }

    public int[] ints() {
        return ints;
    }

    public long[] longs() {
        return longs;
    }

    /**
     * Clears the aggregates of windows that are not the clock's: past ones, or later ones after the clock was put back.
     */
    void turnTo(WindowClock clock, RecordLayout layout) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                layout.clear(window, ints, longs);
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    /**
     * The record at the clock's time: itself, or a copy without other windows. A read does not change the stored
     * record, because a wrong clock would empty it.
     */
    SubscriberRecord asOf(WindowClock clock, RecordLayout layout) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                SubscriberRecord turned = copy();
                turned.turnTo(clock, layout);
                return turned;
            }
        }
        return this;
    }

    /** Whether any aggregates are of a window later than the clock's, which has been put back since. */
    boolean isAheadOf(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] > clock.number(window)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a negative number if one more call would wrap a count or a total in a window of a filter. An int, so that
     * the caller can combine several runs and branch once. Checking the first copy is enough: the copies see the same
     * calls, and one that a later schema added has seen fewer.
     */
    int signsAfter(RecordLayout layout, CallFilter filter, int window, int durationSeconds, long costCents) {
        if (!layout.has(filter)) {
            return 0;
        }
        final int run = layout.intRun(filter, window);
        final int longRun = layout.longRun(filter, window);
        int signs = 0;
        if (layout.hasCount()) {
            signs |= ints[run] + 1;
        }
        if (layout.hasDurations()) {
            signs |= ints[run + layout.intStarts()[RecordLayout.SUM_DURATION]] + durationSeconds;
        }
        if (layout.hasCosts()) {
            signs |= signOf(longs[longRun] + costCents);
        }
        if (layout.hasSquares()) {
            signs |= signOfSquares(layout.longStarts(), longRun, durationSeconds, costCents);
        }
        return signs;
    }

    private int signOfSquares(int[] starts, int run, int durationSeconds, long costCents) {
        int signs = 0;
        final int squaredDuration = starts[RecordLayout.SQUARES_OF_DURATION];
        final int squaredCost = starts[RecordLayout.SQUARES_OF_COST];
        if (squaredCost > squaredDuration) {
            signs |= signOf(longs[run + squaredDuration] + squared(durationSeconds));
        }
        if (starts[RecordLayout.LONG_END] > squaredCost) {
            signs |= signOf(longs[run + squaredCost] + squared(costCents));
        }
        return signs;
    }

    /** Reads each cache line that a call changes in one filter. Returns a number that depends on all of them. */
    long touch(RecordLayout layout, CallFilter filter, int windows) {
        if (!layout.has(filter)) {
            return 0;
        }
        long touched = windowNumbers[0];
        final int lastInt = layout.intRun(filter, windows - 1) + layout.intStarts()[RecordLayout.INT_END];
        for (int i = layout.intRun(filter, 0); i < lastInt; i += CACHE_LINE / Integer.BYTES) {
            touched += ints[i];
        }
        final int lastLong = layout.longRun(filter, windows - 1) + layout.longStarts()[RecordLayout.LONG_END];
        for (int i = layout.longRun(filter, 0); i < lastLong; i += CACHE_LINE / Long.BYTES) {
            touched += longs[i];
        }
        return touched;
    }

    /** The sign of a sum. Totals and calls are never negative, so a sum is negative if and only if it wrapped. */
    private static int signOf(long sum) {
        return (int) (sum >>> Integer.SIZE);
    }

    /** Does not overflow: the longest call has under 2^20 seconds, the dearest under 2^24 cents. */
    private static long squared(long value) {
        return value * value;
    }

    /** Counts a call in one window of one filter, if the schema has it, in every copy. */
    void add(RecordLayout layout, CallFilter filter, int window, int durationSeconds, long costCents) {
        if (!layout.has(filter)) {
            return;
        }
        if (layout.isSingleAndPlain()) {
            addToSingles(layout.intRun(filter, window), layout.longRun(filter, window), durationSeconds, costCents);
        } else {
            addToInts(ints, layout.intRun(filter, window), layout.intStarts(), durationSeconds);
            addToLongs(longs, layout.longRun(filter, window), layout.longStarts(), durationSeconds, costCents);
        }
    }

    /**
     * The same without seven loops of one round each, which take a fifth of an event's time while records are cached.
     */
    private void addToSingles(int count, int totalCost, int durationSeconds, long costCents) {
        // With one copy of each function, its offset is its number.
        final int min = count + RecordLayout.MIN_DURATION;
        final int max = count + RecordLayout.MAX_DURATION;
        ints[count]++;
        ints[count + RecordLayout.SUM_DURATION] += durationSeconds;
        ints[min] = Math.min(ints[min], durationSeconds);
        ints[max] = Math.max(ints[max], durationSeconds);
        final int minCost = totalCost + RecordLayout.MIN_COST;
        final int maxCost = totalCost + RecordLayout.MAX_COST;
        longs[totalCost] += costCents;
        longs[minCost] = Math.min(longs[minCost], costCents);
        longs[maxCost] = Math.max(longs[maxCost], costCents);
    }

    /** The loop of a function that the schema lacks is empty, so no function needs a branch. */
    private static void addToInts(int[] ints, int run, int[] starts, int durationSeconds) {
        final int sum = run + starts[RecordLayout.SUM_DURATION];
        final int min = run + starts[RecordLayout.MIN_DURATION];
        final int max = run + starts[RecordLayout.MAX_DURATION];
        final int end = run + starts[RecordLayout.INT_END];
        for (int i = run; i < sum; i++) {
            ints[i]++;
        }
        for (int i = sum; i < min; i++) {
            ints[i] += durationSeconds;
        }
        for (int i = min; i < max; i++) {
            ints[i] = Math.min(ints[i], durationSeconds);
        }
        for (int i = max; i < end; i++) {
            ints[i] = Math.max(ints[i], durationSeconds);
        }
    }

    private static void addToLongs(long[] longs, int run, int[] starts, int durationSeconds, long costCents) {
        final int min = run + starts[RecordLayout.MIN_COST];
        final int max = run + starts[RecordLayout.MAX_COST];
        final int squaredDuration = run + starts[RecordLayout.SQUARES_OF_DURATION];
        final int squaredCost = run + starts[RecordLayout.SQUARES_OF_COST];
        final int end = run + starts[RecordLayout.LONG_END];
        for (int i = run; i < min; i++) {
            longs[i] += costCents;
        }
        for (int i = min; i < max; i++) {
            longs[i] = Math.min(longs[i], costCents);
        }
        for (int i = max; i < squaredDuration; i++) {
            longs[i] = Math.max(longs[i], costCents);
        }
        for (int i = squaredDuration; i < squaredCost; i++) {
            longs[i] += squared(durationSeconds);
        }
        for (int i = squaredCost; i < end; i++) {
            longs[i] += squared(costCents);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubscriberRecord that
                && subscriberId == that.subscriberId
                && schemaFingerprint == that.schemaFingerprint
                && lastEventHour == that.lastEventHour
                && Arrays.equals(windowNumbers, that.windowNumbers)
                && Arrays.equals(ints, that.ints)
                && Arrays.equals(longs, that.longs)
                && (profile == null ? that.profile == null : profile.equals(that.profile));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(subscriberId);
    }

    @Override
    public String toString() {
        return "SubscriberRecord[subscriberId=" + subscriberId + ", windows=" + Arrays.toString(windowNumbers)
                + ", lastEventHour=" + lastEventHour + ", profile=" + profile + "]";
    }
}
