package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.TimeField;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.TimeFromTemplate;
import dev.aimonflink.sql.type.TimeMath;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;

/** Evaluates functions and operators of times, dates and intervals. */
final class TimeEvaluator {
    private TimeEvaluator() {}

    static Object evaluate(Bound.Call call, Row row) {
        Object[] arguments = new Object[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = RowEvaluator.evaluate(call.arguments().get(i), row);
            if (arguments[i] == null) {
                return null;
            }
        }
        try {
            return of(call, arguments);
        } catch (SqlException error) {
            throw error.at(call.position());
        } catch (DateTimeException outOfRange) {
            throw new SqlException(
                    SqlState.TIME_OUT_OF_RANGE, call.position(), "The time is out of the range of times.");
        }
    }

    private static Object of(Bound.Call call, Object[] arguments) {
        Object first = arguments.length == 0 ? null : arguments[0];
        return switch (call.function()) {
            case EXTRACT -> extracted(arguments);
            case DATE_TRUNC -> truncated(arguments);
            case TIMEZONE -> inZone((String) first, arguments[1]);
            case TIMESTAMPTZ_IN -> text(arguments[1]).read(PgType.TIMESTAMPTZ, (String) first);
            case TIMESTAMPTZ_OUT -> text(arguments[1]).write(PgType.TIMESTAMPTZ, first);
            case TIME_PLUS -> plus(arguments, 1);
            case TIME_MINUS ->
                arguments[1] instanceof Interval || arguments[1] instanceof Long
                        ? plus(arguments, -1)
                        : TimeMath.difference(first, arguments[1]);
            case INTERVAL_TIMES -> ((Interval) first).times((Double) arguments[1]);
            case INTERVAL_DIVIDED -> {
                double divisor = (Double) arguments[1];
                RowEvaluator.requireDivisor(divisor != 0, call.position());
                yield ((Interval) first).dividedBy(divisor);
            }
            case AGE -> age(arguments);
            case MAKE_DATE -> date((Long) first, (Long) arguments[1], (Long) arguments[2]);
            case MAKE_TIMESTAMP, MAKE_TIMESTAMPTZ, MAKE_INTERVAL, JUSTIFY_DAYS, JUSTIFY_HOURS, JUSTIFY_INTERVAL ->
                TimesOfParts.of(call.function(), arguments);
            case TO_DATE ->
                TimeFromTemplate.read((String) first, (String) arguments[1]).toLocalDate();
            case TO_TIMESTAMP ->
                first instanceof Double seconds
                        ? ofSeconds(seconds)
                        : TimeMath.instant(
                                TimeFromTemplate.read((String) first, (String) arguments[1]), zone(arguments));
            default -> binned((Interval) first, arguments[1], arguments[2]);
        };
    }

    private static BigDecimal extracted(Object[] arguments) {
        TimeField field = TimeField.of((String) arguments[0]).orElseThrow();
        if (arguments[1] instanceof LocalDate date) {
            return field.of(date);
        }
        return arguments[1] instanceof Interval interval
                ? field.of(interval).orElseThrow()
                : field.of(TimeMath.inZone(arguments[1], ZoneId.of((String) arguments[2])));
    }

    private static Object truncated(Object[] arguments) {
        TimeField field = TimeField.of((String) arguments[0]).orElseThrow();
        if (arguments[1] instanceof Interval interval) {
            return field.truncate(interval);
        }
        ZonedDateTime time = field.truncate(TimeMath.inZone(arguments[1], ZoneId.of((String) arguments[2])));
        return arguments[1] instanceof Instant ? time.toInstant() : time.toLocalDateTime();
    }

    private static PgText text(Object zone) {
        return new PgText(ZoneId.of((String) zone), OidNames.NONE);
    }

    private static Object inZone(String zone, Object time) {
        return time instanceof Instant instant
                ? LocalDateTime.ofInstant(instant, ZoneId.of(zone))
                : TimeMath.instant((LocalDateTime) time, ZoneId.of(zone));
    }

    private static ZoneId zone(Object[] arguments) {
        return TimeMath.zone(Arrays.asList(arguments), 2);
    }

    private static Object plus(Object[] arguments, int sign) {
        if (arguments[1] instanceof Long days) {
            return TimeMath.plus((LocalDate) arguments[0], sign * days);
        }
        Interval interval = (Interval) arguments[1];
        return TimeMath.plus(arguments[0], sign > 0 ? interval : interval.negated(), zone(arguments));
    }

    private static Interval age(Object[] arguments) {
        ZoneId zone = zone(arguments);
        return TimeMath.age(shown(arguments[0], zone), shown(arguments[1], zone));
    }

    private static LocalDateTime shown(Object time, ZoneId zone) {
        return TimeMath.inZone(time, zone).toLocalDateTime();
    }

    /** A negative year is before the first. */
    private static LocalDate date(long year, long month, long day) {
        try {
            if (year != 0) {
                LocalDate first = LocalDate.of((int) (year < 0 ? year + 1 : year), (int) month, (int) day);
                return TimeMath.plus(first, 0);
            }
        } catch (DateTimeException noSuchDay) {
            // As for the year 0.
        }
        throw new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "date field value out of range: " + year + "-" + month + "-" + day + ". Give a day that is there.");
    }

    private static Instant ofSeconds(double seconds) {
        if (Math.abs(seconds) > Integer.MAX_VALUE * 10_000.0 || Double.isNaN(seconds)) {
            throw new SqlException(
                    SqlState.TIME_OUT_OF_RANGE,
                    SqlException.NOWHERE,
                    "timestamp out of range: " + seconds + " seconds. Give fewer.");
        }
        Instant whole = Instant.EPOCH.plusSeconds((long) Math.floor(seconds));
        long micros = (long) Math.rint((seconds - Math.floor(seconds)) * 1_000_000);
        return (Instant) TimeMath.plus(whole, Interval.ofMicros(micros), ZoneOffset.UTC);
    }

    private static Object binned(Interval stride, Object time, Object origin) {
        if (stride.months() != 0) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    SqlException.NOWHERE,
                    "timestamps cannot be binned into intervals containing months or years. Write date_trunc('month', x).");
        }
        long size = stride.allMicros();
        if (size <= 0) {
            throw new SqlException(
                    SqlState.TIME_OUT_OF_RANGE,
                    SqlException.NOWHERE,
                    "stride must be greater than zero. Write one like interval '15 minutes'.");
        }
        LocalDateTime shown = TimeMath.withoutZone(time);
        long behind = Math.floorMod(Interval.microsBetween(TimeMath.withoutZone(origin), shown), size);
        LocalDateTime begin = Interval.ofMicros(-behind).after(shown);
        return time instanceof Instant ? begin.toInstant(ZoneOffset.UTC) : begin;
    }
}
