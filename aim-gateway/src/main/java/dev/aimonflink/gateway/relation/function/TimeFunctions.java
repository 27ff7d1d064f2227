package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.TimeField;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.TimeZones;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** Functions of times. */
final class TimeFunctions {
    private TimeFunctions() {}

    static void addTo(FunctionTable table) {
        for (String name : List.of("now", "current_timestamp", "transaction_timestamp")) {
            table.strict(name + "() timestamptz", (e, a) -> e.surroundings().transactionStart());
        }
        table.strict(
                "statement_timestamp() timestamptz", (e, a) -> e.surroundings().statementStart());
        table.strict("clock_timestamp() timestamptz", (e, a) -> Instant.now());
        table.strict(
                "current_date() date",
                (e, a) -> LocalDate.ofInstant(e.surroundings().transactionStart(), e.zone()));
        table.strict(
                "localtimestamp() timestamp",
                (e, a) -> LocalDateTime.ofInstant(e.surroundings().transactionStart(), e.zone()));
        for (String name : List.of("date_part", "extract")) {
            String result = name.equals("extract") ? "numeric" : "float8";
            table.strict(name + "(text, timestamptz) " + result, (e, a) -> number(name, field(a).of(inZone(a[1], e))));
            table.strict(name + "(text, timestamp) " + result, (e, a) -> number(name, field(a).of(inUtc(a[1]))));
            table.strict(
                    name + "(text, date) " + result,
                    (e, a) -> number(name, field(a).of(inUtc(((LocalDate) a[1]).atStartOfDay()))));
            table.strict(name + "(text, interval) " + result, (e, a) -> number(name, ofInterval(a)));
        }
        table.strict("date_trunc(text, timestamptz) timestamptz", (e, a) -> truncated(a, inZone(a[1], e))
                .toInstant());
        table.strict("date_trunc(text, timestamp) timestamp", (e, a) -> truncated(a, inUtc(a[1]))
                .toLocalDateTime());
        table.strict(
                "timezone(text, timestamptz) timestamp", (e, a) -> LocalDateTime.ofInstant((Instant) a[1], zone(a[0])));
        table.strict(
                "timezone(text, timestamp) timestamptz",
                (e, a) -> ((LocalDateTime) a[1]).atZone(zone(a[0])).toInstant());
        table.strict("to_timestamp(float8) timestamptz", (e, a) -> ofSeconds((Double) a[0]));
    }

    private static Object number(String function, BigDecimal value) {
        return function.equals("extract") ? value : (Object) value.doubleValue();
    }

    private static TimeField field(Object[] arguments) {
        return TimeField.of((String) arguments[0])
                .orElseThrow(() -> Faults.invalid("unit \"" + arguments[0]
                        + "\" not recognized for a time. Write one like year, month, day, hour or epoch."));
    }

    private static ZonedDateTime inZone(Object time, Environment environment) {
        return ((Instant) time).atZone(environment.zone());
    }

    private static ZonedDateTime inUtc(Object time) {
        return ((LocalDateTime) time).atZone(ZoneOffset.UTC);
    }

    private static ZonedDateTime truncated(Object[] arguments, ZonedDateTime time) {
        return switch (field(arguments)) {
            case YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND, MILLISECONDS, MICROSECONDS ->
                field(arguments).truncate(time);
            default ->
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        SqlException.NOWHERE,
                        "unit \"" + arguments[0] + "\" not supported for a time. Write one like month, day or hour.");
        };
    }

    private static BigDecimal ofInterval(Object[] arguments) {
        return field(arguments)
                .of((Interval) arguments[1])
                .orElseThrow(() -> new SqlException(
                        SqlState.NOT_SUPPORTED,
                        SqlException.NOWHERE,
                        "unit \"" + arguments[0]
                                + "\" not supported for an interval. Write one like epoch, month, day or hour."));
    }

    private static ZoneId zone(Object written) {
        return TimeZones.zone((String) written)
                .orElseThrow(() -> Faults.invalid(
                        "time zone \"" + written + "\" not recognized. Write one like Europe/Berlin or UTC."));
    }

    private static Instant ofSeconds(double seconds) {
        return Instant.EPOCH.plus(Duration.ofNanos(Math.round(seconds * 1_000_000) * 1_000));
    }
}
