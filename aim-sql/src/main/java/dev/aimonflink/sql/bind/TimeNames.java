package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.TimeZones;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The fields and time zones that calls name; those of parameters are known once these have values. */
public final class TimeNames {
    private TimeNames() {}

    /** The same call with the engine's names, as far as values are known. */
    public static Bound.Call checked(Bound.Call call) {
        List<Bound> arguments = call.arguments();
        return switch (call.function()) {
            case EXTRACT, DATE_TRUNC -> with(call, field(call), arguments.get(1), zone(arguments.get(2)));
            case TIMEZONE -> with(call, zone(arguments.get(0)), arguments.get(1));
            default -> call;
        };
    }

    private static Bound.Call with(Bound.Call call, Bound... arguments) {
        return new Bound.Call(call.function(), List.of(arguments), call.type(), call.position());
    }

    private static Predicate<TimeField> fields(Function function, SqlType time) {
        if (function == Function.DATE_TRUNC) {
            return time.is(SqlType.Kind.INTERVAL) ? TimeField::canTruncateIntervals : TimeField::canBeTruncatedTo;
        }
        return switch (time.kind()) {
            case INTERVAL -> TimeField::isOfIntervals;
            case DATE -> TimeField::isOfDates;
            case LOCAL_TIMESTAMP -> TimeField::isWithoutZone;
            default -> field -> true;
        };
    }

    private static Bound field(Bound.Call call) {
        Bound written = call.arguments().get(0);
        Optional<String> name = text(written, "The field of a time");
        if (name.isEmpty()) {
            return written;
        }
        Predicate<TimeField> isKnown =
                fields(call.function(), call.arguments().get(1).type());
        Optional<TimeField> named = TimeField.of(name.get());
        TimeField field = named.filter(isKnown).orElseThrow(() -> {
            List<String> names = Arrays.stream(TimeField.values())
                    .filter(isKnown)
                    .map(TimeField::sqlName)
                    .toList();
            return new SqlException(
                    named.isPresent() ? SqlState.NOT_SUPPORTED : SqlState.INVALID_ARGUMENT,
                    written.position(),
                    "A time has no field \"" + Spelling.shortened(name.get()) + "\" for "
                            + call.function().sqlName() + ". " + Spelling.hint(name.get(), names));
        });
        return new Bound.Constant(field.sqlName(), SqlType.TEXT, written.position());
    }

    private static Bound zone(Bound written) {
        Optional<String> name = text(written, "The time zone");
        if (name.isEmpty()) {
            return written;
        }
        return TimeZones.zone(name.get())
                .map(zone -> new Bound.Constant(zone.getId(), SqlType.TEXT, written.position()))
                .orElseThrow(() -> new SqlException(
                        SqlState.INVALID_ARGUMENT,
                        written.position(),
                        "There is no time zone '" + Spelling.shortened(name.get())
                                + "'. Write one like Europe/Zurich."));
    }

    /** Empty if it is null, or not known yet. */
    private static Optional<String> text(Bound written, String what) {
        if (written instanceof Bound.Parameter) {
            return Optional.empty();
        } else if (written instanceof Bound.Constant constant) {
            return Optional.ofNullable((String) constant.value());
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED, written.position(), what + " has to be a string. Write it between quotes.");
    }
}
