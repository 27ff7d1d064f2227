package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.Window;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;

/**
 * The event-time clock of a partition and the current windows. It only goes forward. Calendar arithmetic happens when a
 * window turns; within a window, an advance is a comparison.
 *
 * <p>Before the first {@link #advance} there is no time: no window contains anything and all numbers are {@link
 * #NO_WINDOW}.
 */
public final class WindowClock {
    public static final long NO_TIME = Long.MIN_VALUE;
    public static final int NO_WINDOW = Integer.MIN_VALUE;

    private final List<Window> windows;
    private final ZoneId zone;
    private final int[] numbers;
    private final long[] startsMs;
    private long oldestStartMs = Long.MAX_VALUE;
    private long newestStartMs = Long.MAX_VALUE;
    private long nextTurnMs = Long.MIN_VALUE;
    private long nowMs = NO_TIME;

    public WindowClock(List<Window> windows, ZoneId zone) {
        this.windows = List.copyOf(windows);
        this.zone = zone;
        numbers = new int[windows.size()];
        startsMs = new long[windows.size()];
        Arrays.fill(numbers, NO_WINDOW);
        Arrays.fill(startsMs, Long.MAX_VALUE);
    }

    /** Moves the clock to a time, unless it is there already. Returns whether any window turned. */
    public boolean advance(long timeMs) {
        if (timeMs <= nowMs) {
            return false;
        }
        nowMs = timeMs;
        if (timeMs < nextTurnMs) {
            return false;
        }
        turn();
        return true;
    }

    /** Whether {@link #advance} to this time would turn a window. */
    public boolean wouldTurn(long timeMs) {
        return timeMs > nowMs && timeMs >= nextTurnMs;
    }

    private void turn() {
        LocalDateTime wall = Instant.ofEpochMilli(nowMs).atZone(zone).toLocalDateTime();
        nextTurnMs = Long.MAX_VALUE;
        for (int w = 0; w < numbers.length; w++) {
            Window window = windows.get(w);
            int number = window.numberOf(wall);
            // Clocks that are put back show past windows once more, but a newer window has begun already.
            while (window.startMs(number + 1, zone) <= nowMs) {
                number++;
            }
            numbers[w] = number;
            startsMs[w] = window.startMs(number, zone);
            nextTurnMs = Math.min(nextTurnMs, window.startMs(number + 1, zone));
        }
        oldestStartMs = Arrays.stream(startsMs).min().orElse(Long.MAX_VALUE);
        newestStartMs = Arrays.stream(startsMs).max().orElse(Long.MAX_VALUE);
    }

    /** The time, or {@link #NO_TIME}. */
    public long nowMs() {
        return nowMs;
    }

    /** The number of the current window. */
    public int number(int window) {
        return numbers[window];
    }

    /** Whether a time that is not after the clock's lies in the current window. */
    public boolean contains(int window, long timeMs) {
        return timeMs >= startsMs[window];
    }

    /** Whether a time that is not after the clock's lies in any current window. */
    public boolean containsInAny(long timeMs) {
        return timeMs >= oldestStartMs;
    }

    /** When the oldest current window began; {@link Long#MAX_VALUE} before the first time. */
    public long oldestStartMs() {
        return oldestStartMs;
    }

    /** Whether a time that is not after the clock's lies in every current window. */
    public boolean containsInAll(long timeMs) {
        return timeMs >= newestStartMs;
    }

    /** The numbers of all current windows, in schema order. */
    public int[] numbers() {
        return numbers.clone();
    }
}
