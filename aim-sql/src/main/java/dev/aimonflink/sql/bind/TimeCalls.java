package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Binds calls that take a field of a time, such as its hour. That depends on a time zone: UTC, unless one is written. There is
 * no type of times without a zone, so {@code AT TIME ZONE} means something only where a field is taken of it.
 */
final class TimeCalls {
    static final String TIME_ZONE = "timezone";
    private static final String UTC = "UTC";

    private final Binder binder;

    TimeCalls(Binder binder) {
        this.binder = binder;
    }

    static SqlException withoutZone(Expression.Call call) {
        return new SqlException(
                SqlState.NOT_SUPPORTED,
                call.position(),
                "AT TIME ZONE gives a time without a time zone, which is not supported. Write EXTRACT(hour FROM x AT"
                        + " TIME ZONE 'zone') or date_trunc('day', x, 'zone').");
    }

    Bound bind(Function function, Expression.Call call) {
        Bound field = field(function, binder.bind(call.arguments().get(0)));
        Expression time = call.arguments().get(1);
        Bound zone = new Bound.Constant(UTC, SqlType.TEXT, call.position());
        if (call.arguments().size() > 2) {
            zone = zone(binder.bind(call.arguments().get(2)));
        } else if (function == Function.EXTRACT
                && time instanceof Expression.Call inner
                && inner.function().equals(TIME_ZONE)
                && inner.arguments().size() == 2) {
            zone = zone(binder.bind(inner.arguments().get(0)));
            time = inner.arguments().get(1);
        }
        Bound converted = binder.conversions().to(binder.bind(time), SqlType.TIMESTAMP);
        SqlType type = function == Function.EXTRACT ? SqlType.NUMERIC : SqlType.TIMESTAMP;
        Bound bound = new Bound.Call(function, List.of(field, converted, zone), type, call.position());
        return call.function().equals("date_part") ? binder.conversions().to(bound, SqlType.DOUBLE) : bound;
    }

    private static Bound field(Function function, Bound written) {
        String name = text(written, "The field of a time");
        Predicate<TimeField> isKnown = field -> function == Function.EXTRACT || field.canBeTruncatedTo();
        TimeField field = TimeField.of(name).filter(isKnown).orElseThrow(() -> {
            List<String> names = Arrays.stream(TimeField.values())
                    .filter(isKnown)
                    .map(TimeField::sqlName)
                    .toList();
            return new SqlException(
                    SqlState.INVALID_ARGUMENT,
                    written.position(),
                    "A time has no field \"" + Spelling.shortened(name) + "\" for " + function.sqlName() + ". "
                            + Spelling.hint(name, names));
        });
        return new Bound.Constant(field.sqlName(), SqlType.TEXT, written.position());
    }

    private static Bound zone(Bound written) {
        String name = text(written, "The time zone");
        try {
            return new Bound.Constant(ZoneId.of(name).getId(), SqlType.TEXT, written.position());
        } catch (DateTimeException unknown) {
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT,
                    written.position(),
                    "There is no time zone '" + Spelling.shortened(name) + "'. Write one like Europe/Zurich.");
        }
    }

    private static String text(Bound written, String what) {
        if (written instanceof Bound.Constant constant && constant.value() instanceof String text) {
            return text;
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED, written.position(), what + " has to be a string. Write it between quotes.");
    }
}
