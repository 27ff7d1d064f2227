package dev.aimonflink.core.plain;

import dev.aimonflink.core.plain.PlainSchema.PlainWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/** The time, and the starts of the current windows. */
final class PlainCalendar {
    private static final LocalDateTime FIRST_DAY = LocalDate.of(1970, 1, 1).atStartOfDay();
    private static final LocalDateTime FIRST_MONDAY = LocalDate.of(1969, 12, 29).atStartOfDay();

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
            PlainWindow window = windows.get(i);
            LocalDateTime begin =
                    beginOf(window, Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDateTime());
            LocalDateTime next = begin.plus(window.count(), window.unit());
            // Clocks that are put back show an earlier window again, but the later one has begun already.
            while (firstMs(next) <= timeMs) {
                begin = next;
                next = begin.plus(window.count(), window.unit());
            }
            startsMs[i] = firstMs(begin);
            nextTurnMs = Math.min(nextTurnMs, firstMs(next));
        }
    }

    private static LocalDateTime beginOf(PlainWindow window, LocalDateTime wall) {
        LocalDateTime anchor = window.unit() == ChronoUnit.WEEKS ? FIRST_MONDAY : FIRST_DAY;
        long units = window.unit().between(anchor, wall);
        LocalDateTime begin = anchor.plus(units / window.count() * window.count(), window.unit());
        return begin.isAfter(wall) ? begin.minus(window.count(), window.unit()) : begin;
    }

    /** When clocks first show a local time, or a later one. */
    private long firstMs(LocalDateTime wall) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(wall);
        return offsets.isEmpty()
                ? zone.getRules().getTransition(wall).getInstant().toEpochMilli()
                : wall.toInstant(offsets.get(0)).toEpochMilli();
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
