package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/** Binds calls of functions. */
final class Calls {
    private static final Map<String, Function> BY_NAME = byName();

    private Calls() {}

    private static Map<String, Function> byName() {
        Map<String, Function> functions = new TreeMap<>();
        for (Function function : Function.values()) {
            functions.put(function.sqlName(), function);
        }
        functions.put("ceiling", Function.CEIL);
        functions.put("char_length", Function.LENGTH);
        return functions;
    }

    static Bound bind(Expression.Call call, Binder binder) {
        Function function = BY_NAME.get(call.function());
        if (function == null && NotOfOneRow.isAggregate(call)) {
            throw NotOfOneRow.aggregate(call);
        }
        if (function == null) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "There is no function \"" + Spelling.shortened(call.function()) + "\". "
                            + Spelling.hint(call.function(), BY_NAME.keySet()));
        }
        if (!function.takes(call.arguments().size())) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "The function " + function.sqlName() + " does not take "
                            + call.arguments().size() + " arguments.");
        }
        List<Bound> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> arguments.add(binder.bind(argument)));
        return bind(function, arguments, call.position());
    }

    private static Bound bind(Function function, List<Bound> arguments, int position) {
        return switch (function) {
            case ABS, CEIL, FLOOR, SIGN, ROUND, TRUNC -> ofNumber(function, arguments, position);
            case MOD -> Binder.arithmetic(BinaryOperator.MODULO, arguments.get(0), arguments.get(1), position);
            case LENGTH -> call(function, texts(arguments), SqlType.INTEGER, position);
            case LOWER, UPPER -> call(function, texts(arguments), SqlType.TEXT, position);
            case COALESCE, GREATEST, LEAST, NULLIF -> ofAny(function, arguments, position);
        };
    }

    private static Bound ofNumber(Function function, List<Bound> arguments, int position) {
        List<Bound> converted = new ArrayList<>(arguments);
        Bound number = arguments.get(0);
        if (number.type().is(Kind.UNKNOWN) || !number.type().isNumber()) {
            converted.set(0, Conversions.to(number, SqlType.DOUBLE));
        }
        if (arguments.size() > 1) {
            converted.set(0, Conversions.to(converted.get(0), SqlType.NUMERIC));
            converted.set(1, Conversions.to(arguments.get(1), SqlType.INTEGER));
        } else if (function != Function.ABS && converted.get(0).type().isInteger()) {
            // There is no such function of integers: PostgreSQL takes that of doubles.
            converted.set(0, Conversions.to(converted.get(0), SqlType.DOUBLE));
        }
        SqlType type = converted.get(0).type();
        return call(function, converted, type.is(Kind.NUMERIC) ? SqlType.NUMERIC : type, position);
    }

    private static List<Bound> texts(List<Bound> arguments) {
        return arguments.stream().map(Conversions::toText).toList();
    }

    private static Bound ofAny(Function function, List<Bound> arguments, int position) {
        List<Bound> alike = Conversions.alike(arguments, function.sqlName(), position);
        return call(function, alike, Conversions.typeOf(alike), position);
    }

    private static Bound call(Function function, List<Bound> arguments, SqlType type, int position) {
        return new Bound.Call(function, List.copyOf(arguments), type, position);
    }
}
