package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/** The time, which only goes forward, and where it puts the windows of a model. */
public final class PlainClock {
    /** The times of one pane, without the end. */
    record Pane(long startMs, long endMs) {
        boolean contains(long timeMs) {
            return timeMs >= startMs && timeMs < endMs;
        }
    }

    private final ZoneId zone;
    private long nowMs;

    /** Those that were asked for at the present time. */
    private final Map<WindowPolicy, Long> startsMs = new HashMap<>();

    public PlainClock(ZoneId zone) {
        this(zone, Long.MIN_VALUE);
    }

    private PlainClock(ZoneId zone, long nowMs) {
        this.zone = zone;
        this.nowMs = nowMs;
    }

    PlainClock copy() {
        return new PlainClock(zone, nowMs);
    }

    /** One of the same zone at another time. */
    PlainClock at(long timeMs) {
        return timeMs == nowMs ? this : new PlainClock(zone, timeMs);
    }

    long nowMs() {
        return nowMs;
    }

    public void advanceTo(long timeMs) {
        if (timeMs > nowMs) {
            nowMs = timeMs;
            startsMs.clear();
        }
    }

    /** When a window, as it is now, begins. Nothing is too old for one that never turns, or where there is no time yet. */
    public long startMs(WindowPolicy policy) {
        return startsMs.computeIfAbsent(policy, this::computedStartMs);
    }

    private long computedStartMs(WindowPolicy policy) {
        if (policy.pane() == null || nowMs == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        PlainPeriods panes = periods(policy.pane());
        return panes.firstMs(panes.later(panes.beginAt(nowMs), 1 - policy.panes()));
    }

    /** The pane of a window that contains a time. */
    Pane pane(WindowPolicy window, long timeMs) {
        PlainPeriods panes = periods(window.pane());
        LocalDateTime begin = panes.beginAt(timeMs);
        return new Pane(panes.firstMs(begin), panes.firstMs(panes.later(begin, 1)));
    }

    private PlainPeriods periods(Window window) {
        ChronoUnit unit =
                switch (window.unit()) {
                    case MINUTE -> ChronoUnit.MINUTES;
                    case HOUR -> ChronoUnit.HOURS;
                    case DAY -> ChronoUnit.DAYS;
                    case WEEK -> ChronoUnit.WEEKS;
                    case MONTH -> ChronoUnit.MONTHS;
                };
        return new PlainPeriods(window.count(), unit, zone);
    }
}
