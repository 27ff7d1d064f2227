package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.rules.judge.Every.Period;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;

/** Whether the interval of a rule is over. Windows of the calendar are in the job's time zone, and cached because it is slow. */
final class Intervals {
    private static final Period[] PERIODS = Period.values();
    private static final long[] LENGTHS_MS = Arrays.stream(PERIODS)
            .mapToLong(each -> each == Period.ALWAYS ? 0 : each.length().toMillis())
            .toArray();

    private final ZoneId zone;
    private long nowMs;

    // By period, the last used window of the calendar.

    private final long[] fromMs = new long[PERIODS.length];
    private final long[] untilMs = new long[PERIODS.length];

    /** What fired before this time may fire again. */
    private final long[] endedMs = new long[PERIODS.length];

    Intervals(ZoneId zone) {
        this.zone = zone;
    }

    void turnTo(long presentMs) {
        nowMs = presentMs;
    }

    /** When the present calendar window began. */
    long beganMs(Period period) {
        find(period);
        return fromMs[period.ordinal()];
    }

    private void find(Period period) {
        final int at = period.ordinal();
        if (nowMs < fromMs[at] || nowMs >= untilMs[at]) {
            final Window window = period.window();
            int number = window.numberOf(LocalDateTime.ofInstant(Instant.ofEpochMilli(nowMs), zone));
            while (window.startMs(number + 1, zone) <= nowMs) {
                // Clocks that are put back show an hour again, whose windows are over.
                number++;
            }
            fromMs[at] = window.startMs(number, zone);
            untilMs[at] = window.startMs(number + 1, zone);
            endedMs[at] = window.startMs(number + 1 - period.windows(), zone);
        }
    }

    /** A small number that stands for an interval. */
    static int code(Every every) {
        return every.period().ordinal() + (every.slides() ? PERIODS.length : 0);
    }

    /** Whether an interval that began with a firing is over in the present. */
    boolean isOver(int code, long firedMs) {
        if (code >= PERIODS.length) {
            return firedMs <= nowMs - LENGTHS_MS[code - PERIODS.length];
        }
        if (PERIODS[code] == Period.ALWAYS) {
            return true;
        }
        find(PERIODS[code]);
        return firedMs < endedMs[code];
    }
}
