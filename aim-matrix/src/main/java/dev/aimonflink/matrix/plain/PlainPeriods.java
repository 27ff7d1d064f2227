package dev.aimonflink.matrix.plain;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The periods of one length into which the local calendar of a zone is divided. A period is known by the local time it begins at. */
record PlainPeriods(int count, ChronoUnit unit, ZoneId zone) {
    private static final LocalDateTime FIRST_DAY = LocalDate.of(1970, 1, 1).atStartOfDay();
    private static final LocalDateTime FIRST_MONDAY = LocalDate.of(1969, 12, 29).atStartOfDay();

    /** When the period begins that a time lies in. */
    LocalDateTime beginAt(long timeMs) {
        LocalDateTime begin = beginAt(Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDateTime());
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

    /** When the period begins that is so many later. */
    LocalDateTime later(LocalDateTime begin, int periods) {
        return begin.plus((long) periods * count, unit);
    }

    /** When clocks first show a local time, or a later one. */
    long firstMs(LocalDateTime wall) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(wall);
        return offsets.isEmpty()
                ? zone.getRules().getTransition(wall).getInstant().toEpochMilli()
                : wall.toInstant(offsets.get(0)).toEpochMilli();
    }
}
