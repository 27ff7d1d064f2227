package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Binds calls and operators of times, dates and intervals. Where the value of a time with a zone depends on a time zone, that is the
 * written one, else the asker's, or UTC.
 */
final class TimeCalls {
    private static final Set<String> CLOCKS =
            Set.of("now", "statement_timestamp", "transaction_timestamp", "current_date", "localtimestamp");
    private static final String UTC = "UTC";

    private final Binder binder;
    private final Conversions conversions;

    TimeCalls(Binder binder) {
        this.binder = binder;
        this.conversions = binder.conversions();
    }

    /** Whether a call reads the clock, which stands still while a statement runs. */
    static boolean isClock(Expression.Call call) {
        return call.arguments().isEmpty() && CLOCKS.contains(call.function());
    }

    static Bound clock(Expression.Call call, Binder binder) {
        int position = call.position();
        return switch (call.function()) {
            case "current_date" -> binder.context().clock(ClockTime.TODAY, position);
            case "localtimestamp" -> binder.context().clock(ClockTime.LOCAL_NOW, position);
            default -> binder.context().clock(ClockTime.NOW, position);
        };
    }

    Bound bind(Function function, List<Bound> arguments, Expression.Call call) {
        int position = call.position();
        return switch (function) {
            case EXTRACT -> {
                Bound value = extract(arguments, position);
                yield call.function().equals("date_part") ? conversions.to(value, SqlType.DOUBLE) : value;
            }
            case DATE_TRUNC -> truncated(arguments, position);
            case TIMEZONE -> inZone(arguments, position);
            // The age of a transaction, for tools that look for changed rows of the catalogs.
            case AGE ->
                arguments.get(0).type().is(Kind.OID)
                        ? new DeclaredCalls(binder).bind(call).orElseThrow()
                        : age(arguments, position);
            case MAKE_DATE -> call(function, conversions.ofType(arguments, SqlType.INTEGER), SqlType.DATE, position);
            case MAKE_TIMESTAMP -> call(function, parts(arguments, 5), SqlType.LOCAL_TIMESTAMP, position);
            case MAKE_TIMESTAMPTZ ->
                conversions.dialect().hasZone()
                        ? conversions.to(
                                call(Function.MAKE_TIMESTAMP, parts(arguments, 5), SqlType.LOCAL_TIMESTAMP, position),
                                SqlType.TIMESTAMP)
                        : call(function, parts(arguments, 5), SqlType.TIMESTAMP, position);
            case MAKE_INTERVAL -> call(function, parts(arguments, 6), SqlType.INTERVAL, position);
            case JUSTIFY_DAYS, JUSTIFY_HOURS, JUSTIFY_INTERVAL ->
                call(function, conversions.ofType(arguments, SqlType.INTERVAL), SqlType.INTERVAL, position);
            case TO_DATE -> call(function, conversions.ofType(arguments, SqlType.TEXT), SqlType.DATE, position);
            case TO_TIMESTAMP ->
                arguments.size() == 1
                        ? call(function, conversions.ofType(arguments, SqlType.DOUBLE), SqlType.TIMESTAMP, position)
                        : zoned(function, conversions.ofType(arguments, SqlType.TEXT), SqlType.TIMESTAMP, position);
            default -> binned(arguments, position);
        };
    }

    /** Whole numbers, then one that may have digits behind the point. */
    private List<Bound> parts(List<Bound> arguments, int whole) {
        List<Bound> parts = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            parts.add(conversions.to(arguments.get(i), i < whole ? SqlType.INTEGER : SqlType.DOUBLE));
        }
        return parts;
    }

    private Bound extract(List<Bound> arguments, int position) {
        Bound time = known(Function.EXTRACT, arguments.get(1));
        Bound field = conversions.toText(arguments.get(0));
        return named(Function.EXTRACT, List.of(field, time, usual(position)), SqlType.NUMERIC, position);
    }

    /** A date is truncated as a time with a zone, as in PostgreSQL. */
    private Bound truncated(List<Bound> arguments, int position) {
        Bound given = known(Function.DATE_TRUNC, arguments.get(1));
        Bound field = conversions.toText(arguments.get(0));
        if (given.type().is(Kind.INTERVAL)) {
            return named(Function.DATE_TRUNC, List.of(field, given, usual(position)), SqlType.INTERVAL, position);
        }
        boolean hasZone = arguments.size() > 2;
        Bound time = given.type().is(Kind.DATE) || hasZone ? conversions.to(given, SqlType.TIMESTAMP) : given;
        Bound zone = hasZone ? conversions.toText(arguments.get(2)) : usual(position);
        return named(Function.DATE_TRUNC, List.of(field, time, zone), time.type(), position);
    }

    private Bound inZone(List<Bound> arguments, int position) {
        Bound given = arguments.get(1);
        Bound time = given.type().is(Kind.LOCAL_TIMESTAMP) ? given : conversions.to(given, SqlType.TIMESTAMP);
        SqlType type =
                time == given && given.type().is(Kind.LOCAL_TIMESTAMP) ? SqlType.TIMESTAMP : SqlType.LOCAL_TIMESTAMP;
        return named(Function.TIMEZONE, List.of(conversions.toText(arguments.get(0)), time), type, position);
    }

    private Bound age(List<Bound> arguments, int position) {
        List<Bound> times = new ArrayList<>(arguments);
        if (times.size() == 1) {
            times.add(0, binder.context().clock(ClockTime.TODAY, position));
        }
        SqlType common = Conversions.common(times.get(0).type(), times.get(1).type());
        SqlType type = SqlType.LOCAL_TIMESTAMP.equals(common) ? common : SqlType.TIMESTAMP;
        List<Bound> all = conversions.withZone(conversions.ofType(times, type), type, position);
        return call(Function.AGE, all, SqlType.INTERVAL, position);
    }

    private Bound binned(List<Bound> arguments, int position) {
        Bound stride = conversions.to(arguments.get(0), SqlType.INTERVAL);
        List<Bound> times = conversions.operands(arguments.subList(1, 3), "date_bin", position);
        SqlType type = times.get(0).type().is(Kind.LOCAL_TIMESTAMP) ? SqlType.LOCAL_TIMESTAMP : SqlType.TIMESTAMP;
        List<Bound> all = new ArrayList<>(List.of(stride));
        all.addAll(conversions.ofType(times, type));
        return call(Function.DATE_BIN, all, type, position);
    }

    static boolean areOperands(Bound left, Bound right) {
        return isOfTime(left) || isOfTime(right);
    }

    private static boolean isOfTime(Bound bound) {
        return bound.type().isTime() || bound.type().is(Kind.INTERVAL);
    }

    Bound operator(BinaryOperator operator, Bound left, Bound right, int position) {
        boolean isInterval = left.type().is(Kind.INTERVAL) || right.type().is(Kind.INTERVAL);
        return switch (operator) {
            case PLUS ->
                isOfTime(left)
                                && !(left.type().is(Kind.INTERVAL)
                                        && right.type().isTime())
                        ? moved(Function.TIME_PLUS, left, right, position)
                        : moved(Function.TIME_PLUS, right, left, position);
            case MINUS ->
                left.type().is(Kind.UNKNOWN)
                                || right.type().isTime()
                                || right.type().is(Kind.UNKNOWN)
                        ? difference(left, right, position)
                        : moved(Function.TIME_MINUS, left, right, position);
            case TIMES -> {
                Bound interval = left.type().is(Kind.INTERVAL) ? left : right;
                Bound factor = interval == left ? right : left;
                yield isInterval
                        ? scaled(Function.INTERVAL_TIMES, interval, factor, position)
                        : none(operator, left, right, position);
            }
            case DIVIDE ->
                left.type().is(Kind.INTERVAL)
                        ? scaled(Function.INTERVAL_DIVIDED, left, right, position)
                        : none(operator, left, right, position);
            default -> none(operator, left, right, position);
        };
    }

    /** A time and an interval, or a date and days. */
    private Bound moved(Function function, Bound time, Bound by, int position) {
        if (time.type().is(Kind.DATE) && by.type().is(Kind.INTEGER)) {
            return call(function, List.of(time, by), SqlType.DATE, position);
        }
        if (!by.type().is(Kind.INTERVAL) && !by.type().is(Kind.UNKNOWN)) {
            BinaryOperator operator = function == Function.TIME_PLUS ? BinaryOperator.PLUS : BinaryOperator.MINUS;
            return none(operator, time, by, position);
        }
        Bound moved = time.type().is(Kind.DATE) ? conversions.to(time, SqlType.LOCAL_TIMESTAMP) : time;
        return zoned(function, List.of(moved, conversions.to(by, SqlType.INTERVAL)), moved.type(), position);
    }

    private Bound difference(Bound left, Bound right, int position) {
        Conversions.Pair pair = conversions.pair(left, right, "-", position);
        SqlType type = pair.left().type().is(Kind.DATE) ? SqlType.INTEGER : SqlType.INTERVAL;
        return call(Function.TIME_MINUS, List.of(pair.left(), pair.right()), type, position);
    }

    private Bound scaled(Function function, Bound interval, Bound factor, int position) {
        if (!factor.type().isNumber() && !factor.type().is(Kind.UNKNOWN)) {
            BinaryOperator operator =
                    function == Function.INTERVAL_TIMES ? BinaryOperator.TIMES : BinaryOperator.DIVIDE;
            return none(operator, interval, factor, position);
        }
        return call(function, List.of(interval, conversions.to(factor, SqlType.DOUBLE)), SqlType.INTERVAL, position);
    }

    private static Bound none(BinaryOperator operator, Bound left, Bound right, int position) {
        throw new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                position,
                "There is no operator " + operator.sign() + " of " + left.type() + " and " + right.type()
                        + ". Add intervals to times, as in x + interval '1 day'.");
    }

    /** A string is a time with a zone. */
    private Bound known(Function function, Bound time) {
        if (isOfTime(time) || time.type().is(Kind.UNKNOWN) || time.type().isText()) {
            return isOfTime(time) ? time : conversions.to(time, SqlType.TIMESTAMP);
        }
        throw new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                time.position(),
                "The function " + function.sqlName() + " takes a time, not " + time.type() + ". Convert it with CAST.");
    }

    /** The zone of times where none is written. */
    private Bound usual(int position) {
        return conversions.dialect().hasZone()
                ? ClockTime.ZONE.parameter(position)
                : new Bound.Constant(UTC, SqlType.TEXT, position);
    }

    private Bound zoned(Function function, List<Bound> arguments, SqlType type, int position) {
        return call(function, conversions.withZone(arguments, type, position), type, position);
    }

    private static Bound named(Function function, List<Bound> arguments, SqlType type, int position) {
        return TimeNames.checked(new Bound.Call(function, List.copyOf(arguments), type, position));
    }

    private static Bound call(Function function, List<Bound> arguments, SqlType type, int position) {
        return new Bound.Call(function, List.copyOf(arguments), type, position);
    }
}
