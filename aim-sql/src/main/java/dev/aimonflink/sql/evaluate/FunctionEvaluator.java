package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.text.Letters;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Evaluates calls of functions. */
final class FunctionEvaluator {
    private FunctionEvaluator() {}

    static Object evaluate(Bound.Call call, Row row) {
        if (call.function().isOfTimes()) {
            return TimeEvaluator.evaluate(call, row);
        } else if (call.function().isOfArrays()) {
            return ArrayEvaluator.evaluate(call, row);
        } else if (call.function().isOfFixedTypes()) {
            return FixedEvaluator.evaluate(call, row);
        }
        return switch (call.function()) {
            case COALESCE -> coalesce(call, row);
            case NULLIF -> nullIf(call, row);
            case GREATEST -> extreme(call, row, 1);
            case LEAST -> extreme(call, row, -1);
            case SQRT, CBRT, EXP, LN, LOG, POWER -> PowerEvaluator.evaluate(call, row);
            case DIV -> wholeQuotient(call, row);
            case CONCAT,
                    CONCAT_WS,
                    LPAD,
                    RPAD,
                    REPEAT,
                    SPLIT_PART,
                    TRANSLATE,
                    LEFT,
                    RIGHT,
                    REPLACE,
                    REVERSE,
                    STARTS_WITH,
                    STRPOS,
                    SUBSTRING,
                    BTRIM,
                    LTRIM,
                    RTRIM,
                    LIKE,
                    ILIKE,
                    MATCHES,
                    MATCHES_IGNORING_CASE -> TextEvaluator.evaluate(call, row);
            default -> {
                Object first = RowEvaluator.evaluate(call.arguments().get(0), row);
                yield first == null ? null : ofValue(call, first, row);
            }
        };
    }

    private static Object wholeQuotient(Bound.Call call, Row row) {
        Object dividend = RowEvaluator.evaluate(call.arguments().get(0), row);
        Object divisor = RowEvaluator.evaluate(call.arguments().get(1), row);
        if (dividend == null || divisor == null) {
            return null;
        }
        RowEvaluator.requireDivisor(((BigDecimal) divisor).signum() != 0, call.position());
        return ((BigDecimal) dividend)
                .divideToIntegralValue((BigDecimal) divisor)
                .setScale(0, RoundingMode.DOWN);
    }

    private static Object coalesce(Bound.Call call, Row row) {
        for (Bound argument : call.arguments()) {
            Object value = RowEvaluator.evaluate(argument, row);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static Object nullIf(Bound.Call call, Row row) {
        Object value = RowEvaluator.evaluate(call.arguments().get(0), row);
        Object other = RowEvaluator.evaluate(call.arguments().get(1), row);
        boolean isEqual = value != null && other != null && Order.compare(value, other, call.type()) == 0;
        return isEqual ? null : value;
    }

    private static Object extreme(Bound.Call call, Row row, int sign) {
        List<Object> values = new ArrayList<>();
        for (Bound argument : call.arguments()) {
            Object value = RowEvaluator.evaluate(argument, row);
            if (value != null) {
                values.add(value);
            }
        }
        return values.isEmpty() ? null : extreme(values, call.type(), sign);
    }

    /** For a non-empty list of non-null values. */
    private static Object extreme(List<Object> values, SqlType type, int sign) {
        Object extreme = values.get(0);
        for (Object value : values) {
            extreme = sign * Order.compare(value, extreme, type) > 0 ? value : extreme;
        }
        return extreme;
    }

    private static Object ofValue(Bound.Call call, Object value, Row row) {
        return switch (call.function()) {
            case LENGTH -> (long) ((String) value).codePointCount(0, ((String) value).length());
            case LOWER -> inOtherCase(Letters.lower((String) value), call, row);
            case UPPER -> inOtherCase(Letters.upper((String) value), call, row);
            case INITCAP -> Characters.capitalized((String) value);
            case ASCII -> Characters.code((String) value);
            case CHR -> Characters.of((Long) value, call.position());
            case ABS -> absolute(call, value);
            case SIGN ->
                value instanceof BigDecimal number
                        ? BigDecimal.valueOf(number.signum())
                        : (Object) Math.signum((Double) value);
            case CEIL -> rounded(call, value, row, RoundingMode.CEILING);
            case FLOOR -> rounded(call, value, row, RoundingMode.FLOOR);
            case TRUNC -> rounded(call, value, row, RoundingMode.DOWN);
            default ->
                rounded(call, value, row, value instanceof Double ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        };
    }

    /** A letter becomes three at most, so this is early enough. */
    private static String inOtherCase(String text, Bound.Call call, Row row) {
        LongValues.requireCharacters(row, text.length(), call.position());
        return text;
    }

    private static Object absolute(Bound.Call call, Object value) {
        if (value instanceof Long number) {
            if (number == Long.MIN_VALUE
                    || (number == Integer.MIN_VALUE && isInteger(call))
                    || (number == Short.MIN_VALUE && call.type().is(SqlType.Kind.SMALLINT))) {
                throw Casts.outOfRange(call.type(), call.position());
            }
            return Math.abs(number);
        }
        if (value instanceof Float number) {
            return Math.abs(number);
        }
        return value instanceof BigDecimal number ? number.abs() : (Object) Math.abs((Double) value);
    }

    private static boolean isInteger(Bound.Call call) {
        return call.type().is(SqlType.Kind.INTEGER);
    }

    private static Object rounded(Bound.Call call, Object value, Row row, RoundingMode mode) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? rounded(number, mode) : number;
        }
        long digits = 0;
        if (call.arguments().size() > 1) {
            Object given = RowEvaluator.evaluate(call.arguments().get(1), row);
            if (given == null) {
                return null;
            }
            digits = Math.max(-1_000, Math.min(1_000, (Long) given));
        }
        BigDecimal rounded = ((BigDecimal) value).setScale((int) digits, mode);
        return digits < 0 ? rounded.setScale(0) : rounded;
    }

    /** The sign of zero stays, as in PostgreSQL. */
    private static Double rounded(double number, RoundingMode mode) {
        return switch (mode) {
            case CEILING -> Math.ceil(number);
            case FLOOR -> Math.floor(number);
            case DOWN -> number < 0 ? Math.ceil(number) : Math.floor(number);
            default -> Math.rint(number);
        };
    }
}
