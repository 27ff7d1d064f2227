package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.Profile;
import java.util.Arrays;

/** One subscriber: the profile, and the calls of this week in order of arrival. */
final class PlainSubscriber {
    /** Which calls are meant. */
    enum Kind {
        ALL,
        LOCAL,
        LONG_DISTANCE;

        private boolean includes(boolean isLongDistance) {
            return this == ALL || (this == LONG_DISTANCE) == isLongDistance;
        }
    }

    /** What some calls come to. The extremes are null over no calls. */
    record Summary(
            long calls,
            long seconds,
            Integer shortestSeconds,
            Integer longestSeconds,
            long cents,
            Integer cheapestCents,
            Integer dearestCents) {}

    private static final int FIRST_CAPACITY = 4;

    private final long id;
    private Profile profile;
    private int calls;
    private long secondsThisWeek;
    private long[] timestampsMs = new long[0];
    private int[] seconds = new int[0];
    private int[] cents = new int[0];
    private boolean[] longDistance = new boolean[0];

    PlainSubscriber(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /** The attributes, or null. */
    Profile profile() {
        return profile;
    }

    void profile(Profile changed) {
        profile = changed;
    }

    /** Whether the week's total duration stays a 32-bit number. No memory holds the calls that the others would need. */
    boolean canTake(int durationSeconds) {
        return secondsThisWeek + durationSeconds <= Integer.MAX_VALUE;
    }

    void take(long timestampMs, int durationSeconds, int costCents, boolean isLongDistance) {
        if (calls == timestampsMs.length) {
            int capacity = Math.max(FIRST_CAPACITY, calls + calls / 2);
            timestampsMs = Arrays.copyOf(timestampsMs, capacity);
            seconds = Arrays.copyOf(seconds, capacity);
            cents = Arrays.copyOf(cents, capacity);
            longDistance = Arrays.copyOf(longDistance, capacity);
        }
        timestampsMs[calls] = timestampMs;
        seconds[calls] = durationSeconds;
        cents[calls] = costCents;
        longDistance[calls] = isLongDistance;
        calls++;
        secondsThisWeek += durationSeconds;
    }

    void forgetCalls() {
        calls = 0;
        secondsThisWeek = 0;
    }

    Summary thisWeek(Kind kind) {
        return since(Long.MIN_VALUE, kind);
    }

    /** Sums up the calls of one kind that began at a time or later. */
    Summary since(long fromMs, Kind kind) {
        long count = 0;
        long totalSeconds = 0;
        int shortest = Integer.MAX_VALUE;
        int longest = 0;
        long totalCents = 0;
        int cheapest = Integer.MAX_VALUE;
        int dearest = 0;
        for (int i = 0; i < calls; i++) {
            if (timestampsMs[i] >= fromMs && kind.includes(longDistance[i])) {
                count++;
                totalSeconds += seconds[i];
                shortest = Math.min(shortest, seconds[i]);
                longest = Math.max(longest, seconds[i]);
                totalCents += cents[i];
                cheapest = Math.min(cheapest, cents[i]);
                dearest = Math.max(dearest, cents[i]);
            }
        }
        return count == 0
                ? new Summary(0, 0, null, null, 0, null, null)
                : new Summary(count, totalSeconds, shortest, longest, totalCents, cheapest, dearest);
    }
}
