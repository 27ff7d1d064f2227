package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The event-time clock of a partition and the current windows; it never goes back. Calendar arithmetic happens only when a window turns;
 * within a window, an advance is a comparison. A sliding window turns with each pane. A window of the last events never turns and contains
 * every time.
 *
 * <p>Before the first {@link #advance} there is no time: no window contains anything and all numbers are {@link #NO_WINDOW}.
 */
public final class WindowClock {
    public static final long NO_TIME = Long.MIN_VALUE;
    public static final int NO_WINDOW = Integer.MIN_VALUE;

    private static final int ONLY_NUMBER = 0;

    /** By window, the calendar window that turns: itself, or a pane; null if it never turns. */
    private final Window[] panes;

    /** By window, when its panes began; null if it does not slide. */
    private final PaneStarts[] paneStarts;

    /** Whether a window contains every time. */
    private final boolean hasUntimed;

    private final List<? extends WindowPolicy> windows;
    private final ZoneId zone;
    private final int[] numbers;
    private final long[] startsMs;
    private long oldestStartMs = Long.MAX_VALUE;
    private long newestStartMs = Long.MAX_VALUE;
    private long turnedMs = Long.MAX_VALUE;
    private long nextTurnMs = Long.MIN_VALUE;
    private long nowMs = NO_TIME;

    public WindowClock(List<? extends WindowPolicy> windows, ZoneId zone) {
        this.windows = windows;
        panes = new Window[windows.size()];
        paneStarts = new PaneStarts[windows.size()];
        for (int window = 0; window < panes.length; window++) {
            WindowPolicy policy = windows.get(window);
            panes[window] = policy.pane();
            paneStarts[window] = policy.panes() > 1 ? new PaneStarts(policy.pane(), policy.panes(), zone) : null;
        }
        hasUntimed = Arrays.asList(panes).contains(null);
        this.zone = zone;
        numbers = new int[windows.size()];
        startsMs = new long[windows.size()];
        Arrays.fill(numbers, NO_WINDOW);
        Arrays.fill(startsMs, Long.MAX_VALUE);
    }

    /** The latest time to which the clock can be moved. */
    public long latestMs() {
        return Arrays.stream(panes)
                .filter(Objects::nonNull)
                .mapToLong(Window::latestMs)
                .min()
                .orElse(EventFaults.MAX_TIMESTAMP_MS);
    }

    /** Moves the clock forward to a time; returns whether any window turned. */
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

    public boolean wouldTurn(long timeMs) {
        return timeMs > nowMs && timeMs >= nextTurnMs;
    }

    private void turn() {
        LocalDateTime wall = Instant.ofEpochMilli(nowMs).atZone(zone).toLocalDateTime();
        forgetTurns();
        for (int w = 0; w < numbers.length; w++) {
            turn(w, panes[w] == null ? ONLY_NUMBER : number(panes[w], wall));
        }
    }

    private int number(Window window, LocalDateTime wall) {
        int number = window.numberOf(wall);
        // Clocks that are put back show past windows again, but a newer window has begun already.
        while (window.startMs(number + 1, zone) <= nowMs) {
            number++;
        }
        return number;
    }

    private void forgetTurns() {
        turnedMs = Long.MIN_VALUE;
        nextTurnMs = Long.MAX_VALUE;
        oldestStartMs = Long.MAX_VALUE;
        newestStartMs = Long.MIN_VALUE;
    }

    private void turn(int w, int number) {
        assert number >= numbers[w] : "windows turn forward";
        if (panes[w] == null) {
            startsMs[w] = Long.MIN_VALUE;
        } else {
            startsMs[w] = startMs(w, number);
            oldestStartMs = Math.min(oldestStartMs, startsMs[w]);
            newestStartMs = Math.max(newestStartMs, startsMs[w]);
            turnedMs = Math.max(turnedMs, panes[w].startMs(number, zone));
            nextTurnMs = Math.min(nextTurnMs, panes[w].startMs(number + 1, zone));
        }
        numbers[w] = number;
    }

    private long startMs(int window, int number) {
        if (paneStarts[window] == null) {
            return panes[window].startMs(number, zone);
        }
        if (number != numbers[window]) {
            paneStarts[window].turnTo(number);
        }
        return paneStarts[window].oldestMs();
    }

    public boolean isOf(long timeMs) {
        return timeMs >= turnedMs && timeMs < nextTurnMs;
    }

    /** A clock of the same windows at the same time, but of none before some numbers; not to be moved. */
    public WindowClock notBefore(int[] earliest) {
        WindowClock later = new WindowClock(windows, zone);
        later.nowMs = nowMs;
        later.forgetTurns();
        for (int w = 0; w < numbers.length; w++) {
            later.turn(w, Math.max(numbers[w], earliest[w]));
        }
        return later;
    }

    /** A clock of the same windows at the same time; not to be moved. */
    public WindowClock copy() {
        return nowMs == NO_TIME ? new WindowClock(windows, zone) : notBefore(numbers);
    }

    /** The time, or {@link #NO_TIME}. */
    public long nowMs() {
        return nowMs;
    }

    public int number(int window) {
        return numbers[window];
    }

    /** The pane number of a time that a sliding window contains. */
    public int paneNumber(int window, long timeMs) {
        return paneStarts[window].numberAt(timeMs);
    }

    /** Whether a time not after the clock's lies in the current window. */
    public boolean contains(int window, long timeMs) {
        return timeMs >= startsMs[window];
    }

    /** The current windows that contain a time not after the clock's, as a set of bits. */
    public long windowsOf(long timeMs) {
        long containing = 0;
        for (int window = 0; window < startsMs.length; window++) {
            containing |= contains(window, timeMs) ? 1L << window : 0;
        }
        return containing;
    }

    /** Whether a time not after the clock's lies in any current window. */
    public boolean containsInAny(long timeMs) {
        return timeMs >= oldestStartMs || hasUntimed;
    }

    /** When the oldest current window that turns began; {@link Long#MAX_VALUE} before the first time, or if none turns. */
    public long oldestStartMs() {
        return oldestStartMs;
    }

    /** Whether a time not after the clock's lies in every current window. */
    public boolean containsInAll(long timeMs) {
        return timeMs >= newestStartMs;
    }

    /** In schema order. */
    public int[] numbers() {
        return numbers.clone();
    }
}
