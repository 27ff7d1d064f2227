package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.RecordLayout;
import dev.aimonflink.core.schema.WindowClock;
import java.util.Arrays;

/**
 * Everything known of one subscriber: all aggregates, laid out by {@link RecordLayout}, and the profile. Each window's
 * aggregates carry the number of the window that they are of; those of a past window are cleared when the record is
 * next touched, so that a turn costs nothing at the time.
 */
public final class SubscriberRecord {
    private final long subscriberId;
    private final long schemaFingerprint;
    private final int[] windowNumbers;
    private final int[] ints;
    private final long[] longs;
    private Profile profile;

    /** Takes the arrays over; for those who read records back. */
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
        return new SubscriberRecord(
                subscriberId, schemaFingerprint, windowNumbers.clone(), ints.clone(), longs.clone(), profile);
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

    /** Clears what belongs to past windows. */
    void turnTo(WindowClock clock, RecordLayout layout) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                layout.clear(window, ints, longs);
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    /**
     * Whether one more call would wrap a count or a total in a window of a filter. Looking at the first copy is enough:
     * the copies see the same calls, and one that a later schema added has seen fewer.
     */
    boolean wouldOverflow(RecordLayout layout, CallFilter filter, int window, int durationSeconds, long costCents) {
        if (!layout.has(filter)) {
            return false;
        }
        final int[] inInts = layout.intStarts();
        final int count = layout.intRun(filter, window);
        final int totalDuration = count + inInts[1];
        final int[] inLongs = layout.longStarts();
        final int totalCost = layout.longRun(filter, window);
        final int squaredDuration = totalCost + inLongs[3];
        final int squaredCost = totalCost + inLongs[4];
        return (inInts[1] > 0 && ints[count] == Integer.MAX_VALUE)
                || (inInts[2] > inInts[1] && ints[totalDuration] > Integer.MAX_VALUE - durationSeconds)
                || (inLongs[1] > 0 && longs[totalCost] > Long.MAX_VALUE - costCents)
                || (inLongs[4] > inLongs[3] && longs[squaredDuration] > Long.MAX_VALUE - squared(durationSeconds))
                || (inLongs[5] > inLongs[4] && longs[squaredCost] > Long.MAX_VALUE - squared(costCents));
    }

    /** Does not overflow: the longest call has under 2^20 seconds, the dearest under 2^24 cents. */
    private static long squared(long value) {
        return value * value;
    }

    /** Counts a call in one window of one filter, if the schema has it, in every copy. */
    void add(RecordLayout layout, CallFilter filter, int window, int durationSeconds, long costCents) {
        if (layout.has(filter)) {
            addToInts(ints, layout.intRun(filter, window), layout.intStarts(), durationSeconds);
            addToLongs(longs, layout.longRun(filter, window), layout.longStarts(), durationSeconds, costCents);
        }
    }

    /** A function that the schema lacks has a loop over nothing, so that none of them needs a branch. */
    private static void addToInts(int[] ints, int run, int[] starts, int durationSeconds) {
        final int sum = run + starts[1];
        final int min = run + starts[2];
        final int max = run + starts[3];
        final int end = run + starts[4];
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
        final int min = run + starts[1];
        final int max = run + starts[2];
        final int squaredDuration = run + starts[3];
        final int squaredCost = run + starts[4];
        final int end = run + starts[5];
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
                + ", profile=" + profile + "]";
    }
}
