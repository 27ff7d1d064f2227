package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Window;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether the interval of a rule is over. Days and weeks are those of the job's time zone, and are kept, since the calendar is slow. */
final class Intervals {
    private static final int DAY = 0;
    private static final int WEEK = 1;

    private final ZoneId zone;
    private WindowClock clock;
    private long todayMs;
    private long yesterdayMs;
    private long mondayMs;

    Intervals(ZoneId zone) {
        this.zone = zone;
        clock = newClock();
    }

    private WindowClock newClock() {
        return new WindowClock(List.of(Window.DAY, Window.WEEK), zone);
    }

    boolean isOver(Every every, long firedMs, long nowMs) {
        if (every.slides()) {
            return nowMs - firedMs >= TimeUnit.DAYS.toMillis(every.period().days());
        }
        if (!clock.isOf(nowMs)) {
            turnTo(nowMs);
        }
        return switch (every.period()) {
            case ALWAYS -> true;
            case DAY -> firedMs < todayMs;
            case TWO_DAYS -> firedMs < yesterdayMs;
            case WEEK -> firedMs < mondayMs;
        };
    }

    private void turnTo(long nowMs) {
        if (nowMs < clock.nowMs()) {
            clock = newClock();
        }
        clock.advance(nowMs);
        todayMs = Window.DAY.startMs(clock.number(DAY), zone);
        yesterdayMs = Window.DAY.startMs(clock.number(DAY) - 1, zone);
        mondayMs = Window.WEEK.startMs(clock.number(WEEK), zone);
    }
}
