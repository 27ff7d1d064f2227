package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;

/** Finds expressions that have a value in every row. */
public final class NeverFails {
    private NeverFails() {}

    public static boolean is(Bound bound) {
        return isSafe(bound) && Operands.of(bound).stream().allMatch(NeverFails::is);
    }

    /** Whether an expression always has a value, unless that exceeds its type. */
    public static boolean isWithinRange(Bound bound) {
        return (isSafe(bound) || isLimitedByRange(bound))
                && Operands.of(bound).stream().allMatch(NeverFails::isWithinRange);
    }

    private static boolean isLimitedByRange(Bound bound) {
        if (bound instanceof Bound.Arithmetic arithmetic) {
            return !divides(arithmetic) || isNeverZero(arithmetic.right());
        } else if (bound instanceof Bound.Cast cast) {
            return cast.operand().type().isNumber() && cast.type().isNumber();
        } else {
            return bound instanceof Bound.Negation
                    || (bound instanceof Bound.Call call
                            && (call.function() == Function.ABS
                                    || call.function() == Function.ROUND
                                    || call.function() == Function.TRUNC));
        }
    }

    private static boolean divides(Bound.Arithmetic arithmetic) {
        return arithmetic.operator() == BinaryOperator.DIVIDE || arithmetic.operator() == BinaryOperator.MODULO;
    }

    /**
     * Whether it has a value if its operands have. A too long product or text would need unrealistically many operands; but replacing can
     * make one of few.
     */
    private static boolean isSafe(Bound bound) {
        if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic.type().is(Kind.NUMERIC) && (!divides(arithmetic) || isNeverZero(arithmetic.right()));
        } else if (bound instanceof Bound.Negation negation) {
            return !negation.type().isInteger() && !negation.type().is(Kind.INTERVAL);
        } else if (bound instanceof Bound.Cast cast) {
            return isWidening(cast.operand().type(), cast.type());
        } else {
            return !(bound instanceof Bound.Subquery) && (!(bound instanceof Bound.Call call) || isSafe(call));
        }
    }

    /** Whether a divisor is null or not zero: a constant, or {@code NULLIF(divisor, 0)}. Casts that may round are not safe themselves. */
    private static boolean isNeverZero(Bound divisor) {
        if (divisor instanceof Bound.Cast cast) {
            return isNeverZero(cast.operand());
        }
        return divisor instanceof Bound.Call call
                ? call.function() == Function.NULLIF && isZero(call.arguments().get(1))
                : divisor instanceof Bound.Constant constant && constant.value() != null && !isZero(constant);
    }

    private static boolean isZero(Bound bound) {
        return bound instanceof Bound.Cast cast
                ? isZero(cast.operand())
                : bound instanceof Bound.Constant constant
                        && constant.value() instanceof Number number
                        && (number instanceof BigDecimal decimal ? decimal.signum() == 0 : number.doubleValue() == 0);
    }

    private static boolean isWidening(SqlType from, SqlType to) {
        if (to.is(Kind.TEXT)) {
            return !from.is(Kind.ARRAY);
        }
        return from.isNumber()
                && to.isNumber()
                && !to.isLimited()
                && (!to.is(Kind.REAL) || from.isInteger())
                && from.kind().compareTo(to.kind()) <= 0
                // A numeric without limits can exceed every double.
                && (!from.is(Kind.NUMERIC) || from.isLimited() || to.is(Kind.NUMERIC));
    }

    private static boolean isSafe(Bound.Call call) {
        return switch (call.function()) {
            case COALESCE,
                    NULLIF,
                    GREATEST,
                    LEAST,
                    LENGTH,
                    LOWER,
                    UPPER,
                    INITCAP,
                    TRANSLATE,
                    ASCII,
                    CONCAT,
                    LEFT,
                    RIGHT,
                    REVERSE,
                    STARTS_WITH,
                    STRPOS,
                    BTRIM,
                    LTRIM,
                    RTRIM,
                    SIGN,
                    CEIL,
                    FLOOR,
                    EXTRACT,
                    DATE_TRUNC -> true;
            default -> false;
        };
    }
}
