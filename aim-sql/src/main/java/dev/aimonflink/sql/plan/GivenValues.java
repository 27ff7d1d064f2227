package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.ArrayCalls;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.ClockTime;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.TimeNames;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.pattern.LikePattern;
import dev.aimonflink.sql.pattern.RegularExpression;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The values of a query's parameters, converted to their types. */
final class GivenValues {
    private final List<SqlType> types;
    private final List<Object> values = new ArrayList<>();
    private final PlannedQuery.Clock clock;

    GivenValues(List<SqlType> types, List<Object> given, PlannedQuery.Clock clock) {
        if (types.size() != given.size()) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    SqlException.NOWHERE,
                    "The query has parameters=" + types.size() + ", but there are values=" + given.size()
                            + ". Give one value for each parameter.");
        }
        this.types = types;
        this.clock = clock;
        for (int i = 0; i < given.size(); i++) {
            values.add(converted(given.get(i), types.get(i), "$" + (i + 1), clock));
        }
    }

    private static Object converted(Object value, SqlType type, String name, PlannedQuery.Clock clock) {
        if (value == null) {
            return null;
        }
        Object known = value instanceof Integer || value instanceof Short ? ((Number) value).longValue() : value;
        if (!Casts.isKnown(typeOf(known, name), type)) {
            throw new SqlException(
                    SqlState.CANNOT_COERCE,
                    SqlException.NOWHERE,
                    "The parameter " + name + " is " + type + ", but its value is " + typeOf(known, name)
                            + ". Give a value of that type, or its text.");
        }
        try {
            return clock != null && value instanceof String text && type.is(Kind.TIMESTAMP)
                    ? new PgText(clock.zone(), OidNames.NONE).read(PgType.TIMESTAMPTZ, text)
                    : Casts.convert(known, type, 0);
        } catch (SqlException wrong) {
            throw new SqlException(
                    wrong.state(),
                    SqlException.NOWHERE,
                    "The parameter " + name + " has no fitting value: " + wrong.getMessage());
        }
    }

    private static SqlType typeOf(Object value, String name) {
        if (value instanceof Long) {
            return SqlType.BIGINT;
        } else if (value instanceof BigDecimal) {
            return SqlType.NUMERIC;
        } else if (value instanceof Double) {
            return SqlType.DOUBLE;
        } else if (value instanceof Boolean) {
            return SqlType.BOOLEAN;
        } else if (value instanceof Instant) {
            return SqlType.TIMESTAMP;
        } else if (value instanceof String) {
            return SqlType.UNKNOWN;
        }
        throw new IllegalArgumentException("A value of " + name + " of " + value.getClass());
    }

    PlannedQuery in(PlannedQuery query) {
        PlannedQuery known = Expressions.changed(query, this::constant);
        known.initials().forEach(initial -> LimitBinder.requireKnown(initial.plan()));
        LimitBinder.requireKnown(known.plan());
        return new PlannedQuery(known.plan(), known.initials());
    }

    private Bound constant(Bound node) {
        if (node instanceof Bound.Parameter parameter && parameter.number() > 0) {
            int index = parameter.number() - 1;
            return new Bound.Constant(values.get(index), types.get(index), parameter.position());
        } else if (node instanceof Bound.Parameter && clock != null) {
            Object value = clock.value(ClockTime.of(node).orElseThrow());
            return new Bound.Constant(value, node.type(), node.position());
        } else if (node instanceof Bound.Cast cast && cast.operand() instanceof Bound.Constant constant) {
            return cast(cast, constant);
        } else if (node instanceof Bound.Concatenation both
                && both.left() instanceof Bound.Constant left
                && both.right() instanceof Bound.Constant right) {
            String text = left.isNull() || right.isNull() ? null : (String) left.value() + right.value();
            return new Bound.Constant(text, SqlType.TEXT, node.position());
        } else if (node instanceof Bound.Call call
                && (call.function() == Function.LIKE || call.function() == Function.ILIKE)
                && call.arguments().get(1) instanceof Bound.Constant pattern) {
            return like(call, pattern);
        } else if (node instanceof Bound.Call call
                && (call.function() == Function.MATCHES || call.function() == Function.MATCHES_IGNORING_CASE)
                && call.arguments().get(1) instanceof Bound.Constant pattern) {
            return match(call, pattern);
        } else if (node instanceof Bound.InArray in) {
            return ArrayCalls.listed(in);
        } else if (node instanceof Bound.Call call && call.function().isOfTimes()) {
            return ofTimes(TimeNames.checked(call));
        } else {
            return node;
        }
    }

    /** What cannot be computed is an error only if a row needs it. */
    private static Bound ofTimes(Bound.Call call) {
        if (!call.arguments().stream().allMatch(Bound.Constant.class::isInstance)) {
            return call;
        }
        try {
            return new Bound.Constant(RowEvaluator.evaluate(call, Row.of()), call.type(), call.position());
        } catch (SqlException atRunTime) {
            return call;
        }
    }

    /** What cannot be converted is an error only if a row needs it. */
    private static Bound cast(Bound.Cast cast, Bound.Constant constant) {
        try {
            Object value = constant.isNull() ? null : Casts.convert(constant.value(), cast.type(), cast.position());
            return new Bound.Constant(value, cast.type(), cast.position());
        } catch (SqlException atRunTime) {
            return cast;
        }
    }

    private static Bound match(Bound.Call call, Bound.Constant pattern) {
        if (pattern.isNull()) {
            return new Bound.Constant(null, SqlType.BOOLEAN, call.position());
        }
        boolean ignoresCase = call.function() == Function.MATCHES_IGNORING_CASE;
        return new Bound.Like(
                call.arguments().get(0),
                RegularExpression.of((String) pattern.value(), ignoresCase, pattern.position()),
                call.position());
    }

    private static Bound like(Bound.Call call, Bound.Constant pattern) {
        if (pattern.isNull()) {
            return new Bound.Constant(null, SqlType.BOOLEAN, call.position());
        }
        String escape = (String) ((Bound.Constant) call.arguments().get(2)).value();
        LikePattern compiled = LikePattern.of(
                (String) pattern.value(),
                escape.isEmpty() ? -1 : escape.codePointAt(0),
                call.function() == Function.ILIKE,
                pattern.position());
        return new Bound.Like(call.arguments().get(0), compiled, call.position());
    }
}
