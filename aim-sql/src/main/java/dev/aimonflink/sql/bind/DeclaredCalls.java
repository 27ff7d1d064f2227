package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Binds calls of functions that a dialect declares. */
public final class DeclaredCalls {
    private static final int NONE = Integer.MAX_VALUE;

    private final Binder binder;
    private final Dialect dialect;

    public DeclaredCalls(Binder binder) {
        this.binder = binder;
        this.dialect = binder.conversions().dialect();
    }

    /** Whether the dialect has a function of that name that returns rows. */
    public static boolean returnRows(String function, Conversions conversions) {
        return !Calls.isKnown(function)
                && conversions.dialect().functions(function, List.of()).stream().anyMatch(Declared::isSet);
    }

    /** Empty if the dialect has no such function. */
    public Optional<Bound.DeclaredCall> bind(Expression.Call call) {
        List<Bound> given = new ArrayList<>();
        List<String> names = new ArrayList<>();
        if (dialect.functions(call.function(), List.of()).isEmpty()) {
            return Optional.empty();
        }
        for (Expression argument : call.arguments()) {
            boolean isNamed = argument instanceof Expression.NamedArgument;
            given.add(binder.bind(isNamed ? ((Expression.NamedArgument) argument).value() : argument));
            names.add(isNamed ? ((Expression.NamedArgument) argument).name() : null);
        }
        List<SqlType> types = given.stream().map(Bound::type).toList();
        Declared best = null;
        int least = NONE;
        for (Declared each : dialect.functions(call.function(), types)) {
            int cost = each.names().isEmpty() ? cost(each, types) : 0;
            if (cost < least) {
                best = each;
                least = cost;
            }
        }
        boolean hasNames =
                best != null && best.names().isEmpty() && names.stream().anyMatch(Objects::nonNull);
        if (best == null || hasNames) {
            throw undefined(call.function(), types, call.position());
        }
        List<Bound> arguments = best.names().isEmpty() ? given : inOrder(best, given, names, call);
        return Optional.of(call(best, arguments, call.position()));
    }

    private Bound.DeclaredCall call(Declared function, List<Bound> arguments, int position) {
        List<Bound> converted = new ArrayList<>();
        for (Bound argument : arguments) {
            SqlType type = function.argument(converted.size());
            boolean isAny = type.is(Kind.UNKNOWN)
                    || (type.is(Kind.ARRAY) && argument.type().is(Kind.ARRAY));
            converted.add(
                    !isAny
                            ? binder.conversions().to(argument, type)
                            : argument.type().is(Kind.UNKNOWN)
                                    ? binder.conversions().toText(argument)
                                    : argument);
        }
        return new Bound.DeclaredCall(function, List.copyOf(converted), function.result(), position);
    }

    /** How many arguments have another type. */
    private static int cost(Declared function, List<SqlType> given) {
        if (!function.takes(given.size())) {
            return NONE;
        }
        int cost = 0;
        for (int i = 0; i < given.size(); i++) {
            SqlType wanted = function.argument(i);
            if (!becomes(given.get(i), wanted)) {
                return NONE;
            }
            boolean isSame =
                    given.get(i).pg() == wanted.pg() || (given.get(i).is(Kind.UNKNOWN) && wanted.equals(SqlType.TEXT));
            cost += isSame ? 0 : 1;
        }
        return cost;
    }

    private static boolean becomes(SqlType given, SqlType wanted) {
        if (given.is(Kind.UNKNOWN) || wanted.is(Kind.UNKNOWN)) {
            return true;
        }
        if (wanted.is(Kind.OID)) {
            return given.is(Kind.OID) || given.isInteger() || (given.isText() && !wanted.equals(SqlType.OID));
        }
        if (given.is(Kind.ARRAY) && wanted.is(Kind.ARRAY)) {
            return true;
        }
        SqlType common = Conversions.common(given, wanted);
        return common != null && (common.kind() == wanted.kind() || wanted.is(Kind.TEXT));
    }

    /** The arguments at their places; null for those left out. */
    private static List<Bound> inOrder(Declared function, List<Bound> given, List<String> names, Expression.Call call) {
        Bound[] arguments = new Bound[function.arguments().size()];
        for (int i = 0; i < given.size(); i++) {
            int place = names.get(i) == null ? i : function.names().indexOf(names.get(i));
            if (place < 0) {
                throw new SqlException(
                        SqlState.UNDEFINED_FUNCTION,
                        call.position(),
                        call.function() + " has no parameter \"" + names.get(i) + "\". It takes "
                                + (function.names().isEmpty() ? "none" : String.join(", ", function.names())) + ".");
            }
            boolean fits = place < arguments.length
                    && arguments[place] == null
                    && becomes(given.get(i).type(), function.arguments().get(place));
            if (!fits) {
                throw undefined(call.function(), given.stream().map(Bound::type).toList(), call.position());
            }
            arguments[place] = given.get(i);
        }
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i] == null
                    ? new Bound.Constant(null, function.arguments().get(i), call.position())
                    : arguments[i];
        }
        return Arrays.asList(arguments);
    }

    private static SqlException undefined(String name, List<SqlType> given, int position) {
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                position,
                "function " + name + "("
                        + String.join(
                                ", ", given.stream().map(SqlType::toString).toList())
                        + ") does not exist. No function of the name takes such arguments. Add explicit type casts.");
    }
}
