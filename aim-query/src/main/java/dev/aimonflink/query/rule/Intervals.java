package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.query.rule.Every.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether the interval of a rule is over. Days and weeks are those of the job's time zone, and are kept, since the calendar is slow. */
final class Intervals {
    private static final Period[] PERIODS = Period.values();
    private static final int DAY = 0;
    private static final int WEEK = 1;

    private final ZoneId zone;
    private WindowClock clock;

    /** By code, what fired before this time may fire again. */
    private final long[] endedMs = new long[2 * PERIODS.length];

    Intervals(ZoneId zone) {
        this.zone = zone;
        clock = newClock();
        endedMs[code(Every.EVENT)] = Long.MAX_VALUE;
    }

    private WindowClock newClock() {
        return new WindowClock(List.of(Window.DAY, Window.WEEK), zone);
    }

    /** The present. */
    void turnTo(long nowMs) {
        for (Period period : PERIODS) {
            endedMs[code(period, true)] = nowMs - TimeUnit.DAYS.toMillis(period.days()) + 1;
        }
        if (!clock.isOf(nowMs)) {
            turnCalendarTo(nowMs);
        }
    }

    private void turnCalendarTo(long nowMs) {
        if (nowMs < clock.nowMs()) {
            clock = newClock();
        }
        clock.advance(nowMs);
        endedMs[code(Period.DAY, false)] = Window.DAY.startMs(clock.number(DAY), zone);
        endedMs[code(Period.TWO_DAYS, false)] = Window.DAY.startMs(clock.number(DAY) - 1, zone);
        endedMs[code(Period.WEEK, false)] = Window.WEEK.startMs(clock.number(WEEK), zone);
    }

    /** When the present day began. */
    long dayMs() {
        return endedMs[code(Period.DAY, false)];
    }

    /** A number from 0 to 7 that stands for an interval. */
    static int code(Every every) {
        return code(every.period(), every.slides());
    }

    private static int code(Period period, boolean slides) {
        return period.ordinal() + (slides ? PERIODS.length : 0);
    }

    /** Whether an interval that began with a firing is over in the present. */
    boolean isOver(int code, long firedMs) {
        return firedMs < endedMs[code];
    }
}
