package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.plain.PlainWindow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One subscriber: the profile, and the calls of the present windows in order of arrival. */
final class PlainSubscriber implements PlainRow {
    private static final int FIRST_CAPACITY = 4;

    /** The total of so many of the longest calls is below 2^31 seconds. */
    private static final int SURELY_FIT = 3_000;

    private final long id;
    private final PlainCalendar calendar;
    private Profile profile;
    private long lastEventMs = -1;
    private int calls;
    private long[] timestampsMs = new long[0];
    private int[] seconds = new int[0];
    private int[] cents = new int[0];
    private boolean[] longDistance = new boolean[0];

    PlainSubscriber(long id, PlainCalendar calendar) {
        this.id = id;
        this.calendar = calendar;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public Profile profile() {
        return profile;
    }

    void profile(Profile changed) {
        profile = changed;
    }

    /**
     * Whether every total duration stays a 32-bit number. The other totals cannot overflow in a test: the squares of
     * costs, the next to do so, would need some ninety thousand of the most expensive calls of one subscriber.
     */
    boolean canTake(PlainSchema schema, long timestampMs, int durationSeconds, boolean isLongDistance) {
        if (calls < SURELY_FIT || !schema.stored().contains("sum duration")) {
            return true;
        }
        for (int window = 0; window < schema.windows().size(); window++) {
            long fromMs = calendar.startMs(window);
            for (Kind kind : schema.kinds()) {
                if (timestampMs >= fromMs
                        && kind.includes(isLongDistance)
                        && since(fromMs, kind).seconds() + durationSeconds > Integer.MAX_VALUE) {
                    return false;
                }
            }
        }
        return true;
    }

    void take(long timestampMs, int durationSeconds, int costCents, boolean isLongDistance) {
        if (calls == timestampsMs.length) {
            int capacity = Math.max(FIRST_CAPACITY, calls + calls / 2);
            timestampsMs = Arrays.copyOf(timestampsMs, capacity);
            seconds = Arrays.copyOf(seconds, capacity);
            cents = Arrays.copyOf(cents, capacity);
            longDistance = Arrays.copyOf(longDistance, capacity);
        }
        lastEventMs = Math.max(lastEventMs, timestampMs);
        timestampsMs[calls] = timestampMs;
        seconds[calls] = durationSeconds;
        cents[calls] = costCents;
        longDistance[calls] = isLongDistance;
        calls++;
    }

    /** The hour of the newest event, counted from the epoch; -1 if there was no event. */
    long lastHour() {
        return Math.floorDiv(lastEventMs, 3_600_000L);
    }

    /** Forgets the calls from before a time. */
    void forgetBefore(long timeMs) {
        int kept = 0;
        for (int i = 0; i < calls; i++) {
            if (timestampsMs[i] >= timeMs) {
                timestampsMs[kept] = timestampsMs[i];
                seconds[kept] = seconds[i];
                cents[kept] = cents[i];
                longDistance[kept] = longDistance[i];
                kept++;
            }
        }
        calls = kept;
    }

    @Override
    public Summary today(Kind kind) {
        return since(calendar.startMs(PlainWindow.DAY), kind);
    }

    @Override
    public Summary thisWeek(Kind kind) {
        return since(calendar.startMs(PlainWindow.WEEK), kind);
    }

    /** The durations of the calls of one kind that began at a time or later. */
    List<Integer> secondsSince(long fromMs, Kind kind) {
        return which(seconds, fromMs, kind);
    }

    List<Integer> centsSince(long fromMs, Kind kind) {
        return which(cents, fromMs, kind);
    }

    private List<Integer> which(int[] values, long fromMs, Kind kind) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            if (timestampsMs[i] >= fromMs && kind.includes(longDistance[i])) {
                chosen.add(values[i]);
            }
        }
        return chosen;
    }

    static BigInteger squares(List<Integer> values) {
        BigInteger sum = BigInteger.ZERO;
        for (int value : values) {
            sum = sum.add(BigInteger.valueOf(value).pow(2));
        }
        return sum;
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
        return new Summary(count, totalSeconds, shortest, longest, totalCents, cheapest, dearest);
    }
}
