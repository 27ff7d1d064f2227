package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/** Finds the type that values of different types become where they meet, and converts them. */
final class Conversions {
    /** Two operands of one kind. */
    record Pair(Bound left, Bound right) {}

    private Conversions() {}

    static Pair pair(Bound left, Bound right, String operator, int position) {
        List<Bound> alike = alike(List.of(left, right), operator, position);
        return new Pair(alike.get(0), alike.get(1));
    }

    /** Converts all to one type. Numbers become the widest of theirs, and a string whatever the others are. */
    static List<Bound> alike(List<Bound> bounds, String operator, int position) {
        SqlType common = SqlType.UNKNOWN;
        for (Bound bound : bounds) {
            common = common(common, bound.type(), operator, position);
        }
        // Nothing but strings and nulls.
        SqlType type = common.is(Kind.UNKNOWN) ? SqlType.TEXT : common;
        List<Bound> alike = new ArrayList<>();
        for (Bound bound : bounds) {
            alike.add(to(bound, type));
        }
        return List.copyOf(alike);
    }

    /** The type of values that are alike: a numeric without limits, because theirs may differ. */
    static SqlType typeOf(List<Bound> alike) {
        SqlType type = alike.get(0).type();
        return type.is(Kind.NUMERIC) ? SqlType.NUMERIC : type;
    }

    private static SqlType common(SqlType a, SqlType b, String operator, int position) {
        if (a.equals(b) || b.is(Kind.UNKNOWN)) {
            return a;
        }
        if (a.is(Kind.UNKNOWN)) {
            return b;
        }
        if (a.isNumber() && b.isNumber()) {
            Kind wider = a.kind().compareTo(b.kind()) >= 0 ? a.kind() : b.kind();
            return wider == Kind.NUMERIC ? SqlType.NUMERIC : wider == a.kind() ? a : b;
        }
        if (a.isText() && b.isText()) {
            return SqlType.TEXT;
        }
        throw Binder.mismatch(
                position,
                "The operands of " + operator + " are " + a + " and " + b
                        + ", which do not fit together. Convert one of them" + " with CAST.");
    }

    /** Converts where types meet. What is of the kind already stays as it is, whatever its limits. */
    static Bound to(Bound bound, SqlType type) {
        SqlType own = bound.type();
        if (own.kind() == type.kind() && (!own.is(Kind.ENUM) || own.equals(type))) {
            return bound;
        }
        return cast(bound, type, bound.position());
    }

    static Bound toText(Bound bound) {
        return bound.type().is(Kind.TEXT) ? bound : cast(bound, SqlType.TEXT, bound.position());
    }

    /** Converts as demanded; constants are converted at once. */
    static Bound cast(Bound bound, SqlType type, int position) {
        if (!Casts.isKnown(bound.type(), type)) {
            throw new SqlException(
                    SqlState.CANNOT_COERCE,
                    position,
                    "A value of " + bound.type() + " cannot be converted to " + type + ". Use a column of that type.");
        }
        if (bound instanceof Bound.Constant constant) {
            Object value = constant.isNull() ? null : Casts.convert(constant.value(), type, constant.position());
            return new Bound.Constant(value, type, constant.position());
        }
        return new Bound.Cast(bound, type, position);
    }
}
