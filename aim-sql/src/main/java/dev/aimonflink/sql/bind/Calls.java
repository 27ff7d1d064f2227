package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.MissingAggregates;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Binds calls of functions. */
final class Calls {
    private static final String TYPE = "pg_typeof";
    private static final Map<String, Function> BY_NAME = byName();

    private static final String MATCH = "Write regexp_match of the first one, or regexp_split_to_array.";
    private static final String NO_CLOCK = "Write now() or current_date.";
    private static final String NO_CHANCE = "An answer depends on the rows alone. Draw numbers where it is read.";

    /** What to write instead of functions of PostgreSQL that are missing here. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("to_number", "Write x::numeric."),
            Map.entry("clock_timestamp", NO_CLOCK),
            Map.entry("current_time", NO_CLOCK),
            Map.entry("localtime", NO_CLOCK),
            Map.entry("regexp_matches", MATCH),
            Map.entry("regexp_split_to_table", MATCH),
            Map.entry("int4and", "It is the operator & of bits. Write mod and div."),
            Map.entry("int4or", "It is the operator | of bits. Write mod and div."),
            Map.entry("json_object_field", "It is the operator -> of json. Ask for the columns one by one."),
            Map.entry("json_object_field_text", "It is the operator ->> of json. Ask for the columns one by one."),
            Map.entry("current_user", "Write \"user\" in double quotes if it is a name."),
            Map.entry("random", NO_CHANCE),
            Map.entry("gen_random_uuid", NO_CHANCE));

    private final Binder binder;
    private final Conversions conversions;

    private Calls(Binder binder) {
        this.binder = binder;
        this.conversions = binder.conversions();
    }

    private static Map<String, Function> byName() {
        Map<String, Function> functions = new TreeMap<>();
        for (Function function : Function.values()) {
            if (!function.isOperatorAlone()) {
                functions.put(function.sqlName(), function);
            }
        }
        functions.put("ceiling", Function.CEIL);
        functions.put("char_length", Function.LENGTH);
        functions.put("character_length", Function.LENGTH);
        functions.put("date_part", Function.EXTRACT);
        functions.put("log10", Function.LOG);
        functions.put("pow", Function.POWER);
        functions.put("substr", Function.SUBSTRING);
        return functions;
    }

    /** Whether the engine has a function or aggregate of the name. */
    static boolean isKnown(String name) {
        return BY_NAME.containsKey(name) || isAggregate(name);
    }

    private static boolean isAggregate(String name) {
        return AggregateFunction.names().contains(name) || MissingAggregates.contains(name);
    }

    static Bound bind(Expression.Call call, Binder binder) {
        Function function = BY_NAME.get(call.function());
        if (function == null && isAggregate(call.function())) {
            return binder.context()
                    .aggregate(new Expression.Aggregate(call, false, List.of(), List.of(), null, call.position()));
        }
        if (call.function().equals(TYPE) && call.arguments().size() == 1) {
            Bound value = binder.bind(call.arguments().get(0));
            if (Operands.hasRows(value)) {
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        call.position(),
                        "set-returning functions are not allowed in pg_typeof. Call it in FROM, and use its column.");
            }
            return typeOf(value.type(), call.position(), binder.conversions());
        }
        if (TimeCalls.isClock(call)) {
            return TimeCalls.clock(call, binder);
        }
        if (function == null) {
            Optional<Bound.DeclaredCall> declared = new DeclaredCalls(binder).bind(call);
            if (declared.isPresent()) {
                return declared.get();
            }
            throw missing(call).orElseGet(() -> undefined(call, binder));
        }
        if (!function.takes(call.arguments().size())) {
            boolean isWord =
                    function == Function.COALESCE || function == Function.GREATEST || function == Function.LEAST;
            throw new SqlException(
                    isWord ? SqlState.SYNTAX_ERROR : SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "The function " + function.sqlName() + " does not take "
                            + call.arguments().size() + " arguments.");
        }
        return new Calls(binder).bind(function, call);
    }

    private static Bound typeOf(SqlType type, int position, Conversions conversions) {
        return conversions.dialect().hasRows()
                ? new Bound.Constant((long) type.pg().oid(), SqlType.of(PgType.REGTYPE), position)
                : new Bound.Constant(type.toString(), SqlType.TEXT, position);
    }

    /** Empty if PostgreSQL has no such function either, or there is no substitute. */
    private static Optional<SqlException> missing(Expression.Call call) {
        if (WindowFunction.named(call.function()).isPresent()) {
            return Optional.of(new SqlException(
                    SqlState.WRONG_OBJECT_TYPE,
                    call.position(),
                    "The function " + call.function() + " is one of a window. Write " + call.function()
                            + "(...) OVER (ORDER BY ...)."));
        }
        return Optional.ofNullable(INSTEAD.get(call.function()))
                .map(instead -> new SqlException(
                        SqlState.NOT_SUPPORTED,
                        call.position(),
                        "The function " + call.function() + " is not supported. " + instead));
    }

    private static SqlException undefined(Expression.Call call, Binder binder) {
        Set<String> known = new TreeSet<>(BY_NAME.keySet());
        known.addAll(binder.context().aggregates());
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                call.position(),
                "There is no function \"" + Spelling.shortened(call.function()) + "\". "
                        + binder.conversions()
                                .dialect()
                                .hint(call.function(), known)
                                .orElseGet(() -> Spelling.hint(call.function(), known)));
    }

    static Bound power(Bound base, Bound exponent, int position, Binder binder) {
        return new Calls(binder).ofDoubles(Function.POWER, List.of(base, exponent), position);
    }

    static Bound left(Bound text, int characters, int position, Binder binder) {
        Bound length = new Bound.Constant((long) characters, SqlType.INTEGER, position);
        return call(Function.LEFT, List.of(binder.conversions().toText(text), length), SqlType.TEXT, position);
    }

    /** A regular expression that is not known yet. */
    static Bound match(Bound operand, Bound pattern, boolean ignoresCase, int position) {
        Function function = ignoresCase ? Function.MATCHES_IGNORING_CASE : Function.MATCHES;
        return call(function, List.of(operand, pattern), SqlType.BOOLEAN, position);
    }

    /** A pattern for {@code LIKE} or {@code ILIKE} that is not known yet. */
    static Bound like(Bound operand, Bound pattern, int escape, Expression.Like like) {
        Bound character = new Bound.Constant(
                escape < 0 ? "" : Character.toString(escape),
                SqlType.TEXT,
                like.pattern().position());
        Function function = like.ignoresCase() ? Function.ILIKE : Function.LIKE;
        return call(function, List.of(operand, pattern, character), SqlType.BOOLEAN, like.position());
    }

    private Bound bind(Function function, Expression.Call call) {
        List<Bound> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> arguments.add(binder.bind(argument)));
        return bind(function, arguments, call);
    }

    private Bound bind(Function function, List<Bound> arguments, Expression.Call call) {
        int position = call.position();
        if (function.isOfTimes()) {
            return new TimeCalls(binder).bind(function, arguments, call);
        } else if (function.isOfArrays()) {
            return new ArrayCalls(binder).bind(function, arguments, position);
        } else if (function.isOfFixedTypes()) {
            return new FixedCalls(conversions).bind(function, arguments, position);
        }
        return switch (function) {
            case ABS, CEIL, FLOOR, SIGN, ROUND, TRUNC, SQRT -> ofNumber(function, arguments, position);
            case EXP, LN, LOG, POWER, CBRT -> ofDoubles(function, arguments, position);
            case DIV -> call(function, exact(function, arguments, position), SqlType.NUMERIC, position);
            case MOD -> binder.arithmetic(BinaryOperator.MODULO, arguments.get(0), arguments.get(1), position);
            case LENGTH, STRPOS, ASCII -> call(function, texts(arguments), SqlType.INTEGER, position);
            case LOWER, UPPER, INITCAP, REPLACE, REVERSE, BTRIM, LTRIM, RTRIM, TRANSLATE ->
                call(function, texts(arguments), SqlType.TEXT, position);
            case STARTS_WITH -> call(function, texts(arguments), SqlType.BOOLEAN, position);
            case CONCAT -> call(function, known(arguments), SqlType.TEXT, position);
            case CONCAT_WS -> call(function, separated(arguments), SqlType.TEXT, position);
            case LPAD, RPAD -> call(function, padded(arguments), SqlType.TEXT, position);
            case SPLIT_PART -> call(function, textsAndPlace(arguments), SqlType.TEXT, position);
            case CHR ->
                call(function, List.of(conversions.to(arguments.get(0), SqlType.INTEGER)), SqlType.TEXT, position);
            case SUBSTRING ->
                arguments.size() == 2 && isPattern(arguments.get(1))
                        ? matched(arguments, position)
                        : call(function, textAndPlaces(arguments), SqlType.TEXT, position);
            case LEFT, RIGHT, REPEAT -> call(function, textAndPlaces(arguments), SqlType.TEXT, position);
            case NULLIF -> nullIf(arguments, position);
            default -> ofAny(function, arguments, position);
        };
    }

    /** A text, a length, and a third that fills what is left. */
    private List<Bound> padded(List<Bound> arguments) {
        List<Bound> converted = new ArrayList<>(textAndPlaces(arguments.subList(0, 2)));
        arguments.subList(2, arguments.size()).forEach(fill -> converted.add(conversions.toText(fill)));
        return converted;
    }

    private List<Bound> textsAndPlace(List<Bound> arguments) {
        int last = arguments.size() - 1;
        List<Bound> converted = new ArrayList<>(texts(arguments.subList(0, last)));
        converted.add(conversions.to(arguments.get(last), SqlType.INTEGER));
        return converted;
    }

    private List<Bound> separated(List<Bound> arguments) {
        List<Bound> converted = new ArrayList<>();
        converted.add(conversions.toText(arguments.get(0)));
        converted.addAll(known(arguments.subList(1, arguments.size())));
        return converted;
    }

    /** Doubles have no such function, as in PostgreSQL. */
    private List<Bound> exact(Function function, List<Bound> arguments, int position) {
        for (Bound argument : arguments) {
            if (isFloating(argument)) {
                throw ofDouble(function.sqlName(), position);
            }
        }
        return arguments.stream()
                .map(argument -> conversions.to(argument, SqlType.NUMERIC))
                .toList();
    }

    private static SqlException ofDouble(String function, int position) {
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                position,
                "The function " + function + " with two arguments takes no double precision. Write x::numeric.");
    }

    private Bound ofNumber(Function function, List<Bound> arguments, int position) {
        List<Bound> converted = new ArrayList<>(arguments);
        Bound number = arguments.get(0);
        if (number.type().is(Kind.UNKNOWN) || !number.type().isNumber()) {
            converted.set(0, conversions.to(number, SqlType.DOUBLE));
        }
        if (arguments.size() > 1 && isFloating(number)) {
            throw ofDouble(function.sqlName(), position);
        }
        if (arguments.size() > 1) {
            converted.set(0, conversions.to(converted.get(0), SqlType.NUMERIC));
            converted.set(1, conversions.to(arguments.get(1), SqlType.INTEGER));
        } else if (function != Function.ABS
                && (converted.get(0).type().isInteger() || number.type().is(Kind.REAL))) {
            // PostgreSQL takes the function of doubles for integers and reals.
            converted.set(0, conversions.to(converted.get(0), SqlType.DOUBLE));
        }
        SqlType type = converted.get(0).type();
        return call(function, converted, type.is(Kind.NUMERIC) ? SqlType.NUMERIC : type, position);
    }

    private static boolean isFloating(Bound bound) {
        return bound.type().is(Kind.REAL) || bound.type().is(Kind.DOUBLE);
    }

    /** Without an exact result, even numerics are computed in doubles. */
    private Bound ofDoubles(Function function, List<Bound> arguments, int position) {
        List<Bound> converted = arguments.stream()
                .map(argument -> conversions.to(argument, SqlType.DOUBLE))
                .toList();
        return call(function, converted, SqlType.DOUBLE, position);
    }

    private List<Bound> texts(List<Bound> arguments) {
        return arguments.stream().map(conversions::toText).toList();
    }

    /** Arguments of any type, with strings as texts. */
    private List<Bound> known(List<Bound> arguments) {
        return arguments.stream().map(conversions::written).toList();
    }

    private List<Bound> textAndPlaces(List<Bound> arguments) {
        List<Bound> converted = new ArrayList<>();
        converted.add(conversions.toText(arguments.get(0)));
        arguments.subList(1, arguments.size()).forEach(place -> converted.add(conversions.to(place, SqlType.INTEGER)));
        return converted;
    }

    /** Whether a text stands where {@code substring} takes a place. */
    private static boolean isPattern(Bound bound) {
        return bound.type().isText() || (bound.type().is(Kind.UNKNOWN) && bound instanceof Bound.Constant);
    }

    /** What a regular expression matches, or the first group in it. */
    private Bound matched(List<Bound> textAndPattern, int position) {
        Bound match = new FixedCalls(conversions).bind(Function.REGEXP_MATCH, textAndPattern, position);
        Bound first = new Bound.Constant(1L, SqlType.INTEGER, position);
        return call(Function.SUBSCRIPT, List.of(match, first), SqlType.TEXT, position);
    }

    /** The type of the first, unless it is converted to be compared: whole numbers of any size are compared as they are. */
    private Bound nullIf(List<Bound> arguments, int position) {
        List<Bound> compared = conversions.operands(arguments, "=", position);
        if (arguments.get(0).type().is(Kind.REAL) && compared.get(0).type().is(Kind.DOUBLE)) {
            Bound isEqual = new Bound.Comparison(BinaryOperator.EQUAL, compared.get(0), compared.get(1), position);
            Bound none = new Bound.Constant(null, SqlType.REAL, position);
            return new Bound.Case(List.of(isEqual), List.of(none, arguments.get(0)), SqlType.REAL, position);
        }
        boolean areWhole = arguments.stream().allMatch(each -> each.type().isInteger());
        return areWhole
                ? call(Function.NULLIF, arguments, arguments.get(0).type(), position)
                : ofAny(Function.NULLIF, arguments, position);
    }

    private Bound ofAny(Function function, List<Bound> arguments, int position) {
        List<Bound> alike = conversions.alike(arguments, function.sqlName(), position);
        return call(function, alike, Conversions.typeOf(alike), position);
    }

    private static Bound call(Function function, List<Bound> arguments, SqlType type, int position) {
        return new Bound.Call(function, List.copyOf(arguments), type, position);
    }
}
