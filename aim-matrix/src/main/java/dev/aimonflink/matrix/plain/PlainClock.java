package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The time, which never goes back, and the windows of a model at it. */
public final class PlainClock {
    record Pane(long startMs, long endMs) {
        boolean contains(long timeMs) {
            return timeMs >= startMs && timeMs < endMs;
        }
    }

    private final ZoneId zone;
    private long nowMs;

    /** The starts of windows asked for at the present time. */
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

    /** When a window's present period begins. Nothing is too old for one that never turns, or without a time. */
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

    /** The periods of one length into which a zone's local calendar is divided, each known by its local begin. */
    private record PlainPeriods(int count, ChronoUnit unit, ZoneId zone) {
        private static final LocalDateTime FIRST_DAY = LocalDate.of(1970, 1, 1).atStartOfDay();
        private static final LocalDateTime FIRST_MONDAY =
                LocalDate.of(1969, 12, 29).atStartOfDay();

        LocalDateTime beginAt(long timeMs) {
            LocalDateTime begin =
                    beginAt(Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDateTime());
            // Clocks that are put back show an earlier period again, but the later one has begun already.
            while (firstMs(later(begin, 1)) <= timeMs) {
                begin = later(begin, 1);
            }
            return begin;
        }

        private LocalDateTime beginAt(LocalDateTime wall) {
            LocalDateTime anchor = unit == ChronoUnit.WEEKS ? FIRST_MONDAY : FIRST_DAY;
            long units = unit.between(anchor, wall);
            LocalDateTime begin = anchor.plus(units / count * count, unit);
            return begin.isAfter(wall) ? later(begin, -1) : begin;
        }

        LocalDateTime later(LocalDateTime begin, int periods) {
            return begin.plus((long) periods * count, unit);
        }

        long firstMs(LocalDateTime wall) {
            List<ZoneOffset> offsets = zone.getRules().getValidOffsets(wall);
            return offsets.isEmpty()
                    ? zone.getRules().getTransition(wall).getInstant().toEpochMilli()
                    : wall.toInstant(offsets.get(0)).toEpochMilli();
        }
    }
}
