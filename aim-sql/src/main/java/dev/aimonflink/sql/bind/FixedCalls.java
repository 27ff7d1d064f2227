package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Binds functions whose arguments have fixed types, according to a table. */
final class FixedCalls {
    /** @param arguments the last type also applies to all further ones */
    private record Signature(SqlType result, List<SqlType> arguments) {}

    private static final Map<Function, Signature> SIGNATURES = new EnumMap<>(Function.class);

    static {
        final SqlType text = SqlType.TEXT;
        final SqlType whole = SqlType.INTEGER;
        final SqlType real = SqlType.DOUBLE;
        add(Function.QUOTE_IDENT, text, text);
        add(Function.QUOTE_LITERAL, text, text);
        add(Function.QUOTE_NULLABLE, text, text);
        add(Function.MD5, text, text);
        add(Function.OCTET_LENGTH, whole, text);
        add(Function.BIT_LENGTH, whole, text);
        add(Function.REGEXP_MATCH, SqlType.array(text), text);
        add(Function.REGEXP_LIKE, SqlType.BOOLEAN, text);
        add(Function.REGEXP_COUNT, whole, text, text, whole, text);
        add(Function.REGEXP_SUBSTR, text, text, text, whole, whole, text, whole);
        add(Function.REGEXP_INSTR, whole, text, text, whole, whole, whole, text, whole);
        add(Function.REGEXP_SPLIT_TO_ARRAY, SqlType.array(text), text);
        add(Function.FACTORIAL, SqlType.NUMERIC, SqlType.BIGINT);
        add(Function.SCALE, whole, SqlType.NUMERIC);
        add(Function.MIN_SCALE, whole, SqlType.NUMERIC);
        add(Function.TRIM_SCALE, SqlType.NUMERIC, SqlType.NUMERIC);
        add(Function.PI, real, real);
        add(Function.DEGREES, real, real);
        add(Function.RADIANS, real, real);
        add(Function.SIN, real, real);
        add(Function.COS, real, real);
        add(Function.TAN, real, real);
        add(Function.COT, real, real);
        add(Function.ASIN, real, real);
        add(Function.ACOS, real, real);
        add(Function.ATAN, real, real);
        add(Function.ATAN2, real, real);
    }

    private final Conversions conversions;

    FixedCalls(Conversions conversions) {
        this.conversions = conversions;
    }

    private static void add(Function function, SqlType result, SqlType... arguments) {
        SIGNATURES.put(function, new Signature(result, List.of(arguments)));
    }

    Bound bind(Function function, List<Bound> arguments, int position) {
        Signature signature = SIGNATURES.get(function);
        return signature == null
                ? ofSeveral(function, arguments, position)
                : bind(function, arguments, signature, position);
    }

    private Bound bind(Function function, List<Bound> arguments, Signature signature, int position) {
        List<Bound> converted = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            SqlType type =
                    signature.arguments().get(Math.min(i, signature.arguments().size() - 1));
            Bound argument = arguments.get(i);
            if (type.isInteger()) {
                require(
                        argument.type().isInteger() || argument.type().is(Kind.UNKNOWN),
                        function,
                        argument,
                        "a whole number");
            }
            converted.add(type.is(Kind.TEXT) ? conversions.toText(argument) : conversions.to(argument, type));
        }
        return new Bound.Call(function, List.copyOf(converted), signature.result(), position);
    }

    private Bound ofSeveral(Function function, List<Bound> arguments, int position) {
        return switch (function) {
            case TO_CHAR -> toChar(arguments, position);
            case FORMAT -> {
                List<Bound> known = new ArrayList<>();
                known.add(conversions.toText(arguments.get(0)));
                arguments.subList(1, arguments.size()).forEach(each -> known.add(conversions.written(each)));
                yield new Bound.Call(function, List.copyOf(known), SqlType.TEXT, position);
            }
            case REGEXP_REPLACE -> {
                boolean hasPlace =
                        arguments.size() > 3 && arguments.get(3).type().isInteger();
                List<SqlType> types = hasPlace
                        ? List.of(
                                SqlType.TEXT,
                                SqlType.TEXT,
                                SqlType.TEXT,
                                SqlType.INTEGER,
                                SqlType.INTEGER,
                                SqlType.TEXT)
                        : List.of(SqlType.TEXT);
                if (!hasPlace && arguments.size() > 4) {
                    require(false, function, arguments.get(3), "a whole number");
                }
                yield bind(function, arguments, new Signature(SqlType.TEXT, types), position);
            }
            case TO_HEX, TO_OCT, TO_BIN -> {
                Bound number = arguments.get(0).type().is(Kind.UNKNOWN)
                        ? conversions.to(arguments.get(0), SqlType.INTEGER)
                        : arguments.get(0);
                require(number.type().isInteger(), function, number, "a whole number");
                yield new Bound.Call(function, List.of(number), SqlType.TEXT, position);
            }
            case GCD, LCM -> {
                List<Bound> alike = conversions.operands(arguments, function.sqlName(), position);
                Bound first = alike.get(0);
                boolean isExact = first.type().isNumber() && !first.type().is(Kind.DOUBLE);
                require(isExact, function, first, "whole or exact numbers");
                yield new Bound.Call(function, alike, Conversions.typeOf(alike), position);
            }
            default -> widthBucket(arguments, position);
        };
    }

    private Bound toChar(List<Bound> arguments, int position) {
        Bound value = arguments.get(0);
        SqlType given = value.type();
        boolean isTime = given.isTime() || given.is(Kind.INTERVAL);
        require(isTime || given.isNumber(), Function.TO_CHAR, value, "a time, an interval or a number");
        SqlType type = given.is(Kind.DATE) ? SqlType.TIMESTAMP : given.isInteger() ? SqlType.NUMERIC : given;
        List<Bound> all = List.of(conversions.to(value, type), conversions.to(arguments.get(1), SqlType.TEXT));
        return new Bound.Call(Function.TO_CHAR, conversions.withZone(all, type, position), SqlType.TEXT, position);
    }

    /** Exact numbers are counted exactly; with doubles or whole numbers, all become doubles. */
    private Bound widthBucket(List<Bound> arguments, int position) {
        List<Bound> numbers = arguments.subList(0, 3);
        boolean isExact = numbers.stream().anyMatch(each -> each.type().is(Kind.NUMERIC))
                && numbers.stream().noneMatch(each -> each.type().is(Kind.DOUBLE));
        List<Bound> all = new ArrayList<>(conversions.ofType(numbers, isExact ? SqlType.NUMERIC : SqlType.DOUBLE));
        all.add(conversions.to(arguments.get(3), SqlType.INTEGER));
        return new Bound.Call(Function.WIDTH_BUCKET, List.copyOf(all), SqlType.INTEGER, position);
    }

    private static void require(boolean fits, Function function, Bound argument, String needed) {
        if (!fits) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    argument.position(),
                    "The function " + function.sqlName() + " needs " + needed + ", not " + argument.type()
                            + ". Convert it with CAST.");
        }
    }
}
