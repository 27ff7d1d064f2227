package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.plain.PlainPeriods;
import dev.aimonflink.core.plain.PlainWindow;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;

/** The time, and the starts of the current windows. */
final class PlainCalendar {
    private final ZoneId zone;
    private final List<PlainWindow> windows;
    private final long[] startsMs;
    private long nowMs = Long.MIN_VALUE;
    private long nextTurnMs = Long.MIN_VALUE;

    PlainCalendar(ZoneId zone, List<PlainWindow> windows) {
        this.zone = zone;
        this.windows = windows;
        startsMs = new long[windows.size()];
        Arrays.fill(startsMs, Long.MIN_VALUE);
    }

    void advanceTo(long timeMs) {
        if (timeMs <= nowMs) {
            return;
        }
        nowMs = timeMs;
        if (timeMs < nextTurnMs) {
            return;
        }
        nextTurnMs = Long.MAX_VALUE;
        for (int i = 0; i < startsMs.length; i++) {
            PlainPeriods periods = new PlainPeriods(windows.get(i), zone);
            LocalDateTime begin = periods.beginAt(timeMs);
            startsMs[i] = periods.firstMs(begin);
            nextTurnMs = Math.min(nextTurnMs, periods.firstMs(periods.later(begin, 1)));
        }
    }

    /** Whether an hour ended so long before the present time, and before every current window. */
    boolean isOver(long hour, long ageMs) {
        long endMs = (hour + 1) * 3_600_000L;
        return nowMs != Long.MIN_VALUE && endMs <= nowMs - ageMs && endMs <= earliestStartMs();
    }

    long startMs(int window) {
        return startsMs[window];
    }

    /** When a window of the schema began. */
    long startMs(PlainWindow window) {
        return startsMs[windows.indexOf(window)];
    }

    /** Calls from before this are late for every window. */
    long earliestStartMs() {
        return Arrays.stream(startsMs).min().orElseThrow();
    }
}
