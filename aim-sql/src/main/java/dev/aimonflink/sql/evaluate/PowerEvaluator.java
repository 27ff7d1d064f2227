package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Numbers;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;

/** Evaluates powers, roots and logarithms; as in PostgreSQL, one that does not exist is an error, not NaN. */
final class PowerEvaluator {
    private PowerEvaluator() {}

    static Object evaluate(Bound.Call call, Row row) {
        Object first = RowEvaluator.evaluate(call.arguments().get(0), row);
        Object second = call.arguments().size() == 1
                ? first
                : RowEvaluator.evaluate(call.arguments().get(1), row);
        if (first == null || second == null) {
            return null;
        }
        if (first instanceof BigDecimal number) {
            requireRoot(number.signum() >= 0, call);
            return Numbers.squareRoot(number);
        }
        double number = (Double) first;
        return switch (call.function()) {
            case SQRT -> {
                requireRoot(!(number < 0), call);
                yield Math.sqrt(number);
            }
            case EXP -> inRange(Math.exp(number), Double.isFinite(number), call);
            case LN -> Math.log(requireLogarithm(number, call));
            case LOG ->
                call.arguments().size() == 1
                        ? Math.log10(requireLogarithm(number, call))
                        : logarithm(number, (Double) second, call);
            case CBRT -> Math.cbrt(number);
            default -> power(number, (Double) second, call);
        };
    }

    /** The base's logarithm is zero if it is one. */
    private static double logarithm(double base, double number, Bound.Call call) {
        double ofBase = Math.log(requireLogarithm(base, call));
        RowEvaluator.requireDivisor(ofBase != 0, call.position());
        return Math.log(requireLogarithm(number, call)) / ofBase;
    }

    private static double power(double base, double exponent, Bound.Call call) {
        if (base == 0 && exponent < 0) {
            throw error(SqlState.INVALID_POWER, call, "Zero cannot be raised to a negative power.");
        }
        if (base < 0 && Double.isFinite(exponent) && exponent != Math.rint(exponent)) {
            throw error(
                    SqlState.INVALID_POWER,
                    call,
                    "A negative number cannot be raised to a power that is not a whole number.");
        }
        // In PostgreSQL these are 1 whatever the other number is.
        double power = base == 1 || exponent == 0 ? 1 : Math.pow(base, exponent);
        return inRange(power, Double.isFinite(base) && Double.isFinite(exponent) && base != 0, call);
    }

    /** @param isOrdinary whether the result is neither zero nor infinite except by rounding */
    private static double inRange(double result, boolean isOrdinary, Bound.Call call) {
        if (isOrdinary && (result == 0 || Double.isInfinite(result))) {
            throw Casts.outOfRange(SqlType.DOUBLE, call.position());
        }
        return result;
    }

    private static void requireRoot(boolean isThere, Bound.Call call) {
        if (!isThere) {
            throw error(SqlState.INVALID_POWER, call, "A negative number has no square root.");
        }
    }

    private static double requireLogarithm(double number, Bound.Call call) {
        if (number <= 0) {
            throw error(
                    SqlState.INVALID_LOGARITHM,
                    call,
                    (number == 0 ? "Zero" : "A negative number") + " has no logarithm.");
        }
        return number;
    }

    private static SqlException error(SqlState state, Bound.Call call, String message) {
        return new SqlException(state, call.position(), message + " Leave such rows out with CASE or WHERE.");
    }
}
