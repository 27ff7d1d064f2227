package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Finds the common type of values that meet, and converts them; a parameter without a type gets it. */
public final class Conversions {
    public record Pair(Bound left, Bound right) {}

    private final Parameters parameters;
    private final Dialect dialect;

    public Conversions(Parameters parameters) {
        this(parameters, Dialect.PLAIN);
    }

    public Conversions(Parameters parameters, Dialect dialect) {
        this.parameters = parameters;
        this.dialect = dialect;
    }

    public Dialect dialect() {
        return dialect;
    }

    public Pair pair(Bound left, Bound right, String operator, int position) {
        List<Bound> alike = operands(List.of(left, right), operator, position);
        return new Pair(alike.get(0), alike.get(1));
    }

    /** As {@link #alike}, but without a common type there is no such operator, and {@code real} beside other numbers becomes a double. */
    public List<Bound> operands(List<Bound> bounds, String operator, int position) {
        boolean isMixed = bounds.stream().anyMatch(bound -> bound.type().is(Kind.REAL))
                && bounds.stream()
                        .anyMatch(bound ->
                                bound.type().isNumber() && !bound.type().is(Kind.REAL));
        List<Bound> given = !isMixed
                ? bounds
                : bounds.stream()
                        .map(bound -> bound.type().isNumber() ? to(bound, SqlType.DOUBLE) : bound)
                        .toList();
        return alike(SqlState.UNDEFINED_FUNCTION, given, operator, position);
    }

    /** Converts all to one type: numbers to the widest, and strings to whatever the others are. */
    public List<Bound> alike(List<Bound> bounds, String construct, int position) {
        return alike(SqlState.DATATYPE_MISMATCH, bounds, construct, position);
    }

    private List<Bound> alike(SqlState ofMismatch, List<Bound> bounds, String construct, int position) {
        SqlType common = SqlType.UNKNOWN;
        for (Bound bound : bounds) {
            SqlType wider = common(common, bound.type());
            if (wider == null) {
                throw mismatch(ofMismatch, bounds, common, bound.type(), construct, position);
            }
            common = wider;
        }
        // Only strings and nulls.
        SqlType type = common.is(Kind.UNKNOWN) ? SqlType.TEXT : common;
        List<Bound> alike = new ArrayList<>();
        for (Bound bound : bounds) {
            alike.add(to(bound, type));
        }
        return List.copyOf(alike);
    }

    /** The common type of values that are alike: a numeric without limits, because theirs may differ. */
    public static SqlType typeOf(List<Bound> alike) {
        SqlType type = alike.get(0).type();
        return type.is(Kind.NUMERIC) ? SqlType.NUMERIC : type;
    }

    /** The type that values of two types become, or null. A string is not rounded like values of a column. */
    public static SqlType common(SqlType a, SqlType b) {
        if (a.equals(b)) {
            return a;
        }
        if (a.is(Kind.UNKNOWN) || b.is(Kind.UNKNOWN)) {
            SqlType known = a.is(Kind.UNKNOWN) ? b : a;
            return known.is(Kind.NUMERIC) ? SqlType.NUMERIC : known;
        }
        if (a.is(Kind.ARRAY) && b.is(Kind.ARRAY)) {
            SqlType element = common(a.element(), b.element());
            return element == null ? null : SqlType.array(element);
        }
        if (a.isTime() && b.isTime()) {
            return a.kind().compareTo(b.kind()) >= 0 ? a : b;
        }
        if (a.isNumber() && b.isNumber()) {
            Kind wider = a.kind().compareTo(b.kind()) >= 0 ? a.kind() : b.kind();
            return wider == Kind.NUMERIC ? SqlType.NUMERIC : wider == a.kind() ? a : b;
        }
        if (a.is(Kind.OID) || b.is(Kind.OID)) {
            SqlType other = a.is(Kind.OID) ? b : a;
            return other.is(Kind.BIGINT)
                    ? SqlType.BIGINT
                    : other.is(Kind.OID) || other.isInteger() ? SqlType.OID : null;
        }
        return a.isText() && b.isText() ? SqlType.TEXT : null;
    }

    private static SqlException mismatch(
            SqlState state, List<Bound> bounds, SqlType a, SqlType b, String construct, int position) {
        for (Bound bound : bounds) {
            if (bound instanceof Bound.Parameter parameter
                    && ClockTime.of(bound).isEmpty()) {
                return Parameters.conflict(parameter, parameter.type().equals(a) ? b : a);
            }
        }
        return new SqlException(
                state,
                position,
                "The operands of " + construct + " are " + a + " and " + b
                        + ", which do not fit together. Convert one of them with CAST.");
    }

    /** Converts where types meet; a value of the right kind stays as it is, whatever its limits. */
    public Bound to(Bound bound, SqlType type) {
        SqlType own = bound.type();
        boolean isOneOfMany = own.is(Kind.ENUM) || own.is(Kind.ARRAY);
        if (own.kind() == type.kind() && (!isOneOfMany || own.equals(type))) {
            return bound;
        }
        return cast(bound, type, bound.position());
    }

    /** An argument of any type as a function writes it: strings are texts, and times are written for the asker. */
    Bound written(Bound bound) {
        boolean isOfZone = dialect.hasZone() && bound.type().is(Kind.TIMESTAMP);
        return isOfZone || bound.type().is(Kind.UNKNOWN) ? toText(bound) : bound;
    }

    List<Bound> ofType(List<Bound> bounds, SqlType type) {
        return bounds.stream().map(bound -> to(bound, type)).toList();
    }

    /** Arguments, with the asker's zone if there is one and the function depends on it. */
    public List<Bound> withZone(List<Bound> arguments, SqlType time, int position) {
        List<Bound> all = new ArrayList<>(arguments);
        if (dialect.hasZone() && time.is(Kind.TIMESTAMP)) {
            all.add(ClockTime.ZONE.parameter(position));
        }
        return List.copyOf(all);
    }

    public Bound toText(Bound bound) {
        return bound.type().is(Kind.TEXT) ? bound : cast(bound, SqlType.TEXT, bound.position());
    }

    private Optional<Bound> declared(Bound bound, SqlType type, int position) {
        return isNull(bound)
                ? Optional.empty()
                : dialect.cast(bound.type(), type)
                        .map(cast -> new Bound.DeclaredCall(cast, List.of(bound), type, position));
    }

    private static boolean isNull(Bound bound) {
        return bound instanceof Bound.Constant constant && constant.isNull();
    }

    /** Between times with a zone and others, where these are in the asker's zone. */
    private Optional<Bound> inZone(Bound bound, SqlType type, int position) {
        SqlType from = bound.type();
        if (!dialect.hasZone() || isNull(bound) || from.is(Kind.TIMESTAMP) == type.is(Kind.TIMESTAMP)) {
            return Optional.empty();
        }
        Bound zone = ClockTime.ZONE.parameter(position);
        if (from.is(Kind.TIMESTAMP) && type.isText()) {
            return Optional.of(call(Function.TIMESTAMPTZ_OUT, bound, zone, type, position));
        } else if (from.is(Kind.TIMESTAMP) && type.isTime()) {
            Bound shown = call(Function.TIMEZONE, zone, bound, SqlType.LOCAL_TIMESTAMP, position);
            return Optional.of(to(shown, type));
        } else if (from.isTime() && type.is(Kind.TIMESTAMP)) {
            Bound shown = to(bound, SqlType.LOCAL_TIMESTAMP);
            return Optional.of(call(Function.TIMEZONE, zone, shown, type, position));
        } else if (type.is(Kind.TIMESTAMP) && (from.isText() || from.is(Kind.UNKNOWN))) {
            return Optional.of(call(Function.TIMESTAMPTZ_IN, bound, zone, type, position));
        }
        return Optional.empty();
    }

    private static Bound call(Function function, Bound first, Bound second, SqlType type, int position) {
        return new Bound.Call(function, List.of(first, second), type, position);
    }

    /** Converts explicitly: a parameter that the client declares as varchar becomes a text. */
    Bound demanded(Bound bound, SqlType type, int position) {
        Bound converted = cast(bound, type, position);
        return converted.type().is(Kind.TEXT) && !converted.type().equals(type)
                ? new Bound.Cast(converted, type, position)
                : converted;
    }

    /** Converts a value; constants at once. */
    public Bound cast(Bound bound, SqlType type, int position) {
        if (bound instanceof Bound.Parameter parameter && parameter.type().is(Kind.UNKNOWN)) {
            Bound typed = parameters.typed(parameter, type);
            boolean isText = type.equals(SqlType.TEXT) && typed.type().is(Kind.TEXT);
            return isText || typed.type().equals(type) || (type.is(Kind.NUMERIC) && !type.isLimited())
                    ? typed
                    : new Bound.Cast(typed, type, position);
        }
        if (ClockTime.of(bound).filter(ClockTime.TODAY::equals).isPresent() && type.is(Kind.TIMESTAMP)) {
            return ClockTime.MIDNIGHT.parameter(position);
        }
        Optional<Bound> known = declared(bound, type, position).or(() -> inZone(bound, type, position));
        if (known.isPresent()) {
            return known.get();
        }
        if (!Casts.isKnown(bound.type(), type)) {
            throw new SqlException(
                    SqlState.CANNOT_COERCE,
                    position,
                    "A value of " + bound.type() + " cannot be converted to " + type + ". Use a column of that type.");
        }
        if (bound.type().pg().isVector() && type.is(Kind.TEXT)) {
            return call(
                    Function.ARRAY_TO_STRING, bound, new Bound.Constant(" ", SqlType.TEXT, position), type, position);
        }
        if (bound instanceof Bound.Constant constant) {
            Object value = constant.isNull() ? null : Casts.convert(constant.value(), type, constant.position());
            return new Bound.Constant(value, type, constant.position());
        }
        return new Bound.Cast(bound, type, position);
    }
}
