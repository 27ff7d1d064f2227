package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.text.BinaryOperator;

/** Finds expressions that have a value in every row. */
public final class NeverFails {
    private NeverFails() {}

    public static boolean is(Bound bound) {
        if (!isSafe(bound)) {
            return false;
        }
        for (Bound operand : Operands.of(bound)) {
            if (!is(operand)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether it has a value if its operands have. A product or a text that is too long would need so many operands that it is no
     * matter; but replacing can make one of few.
     */
    private static boolean isSafe(Bound bound) {
        if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic.type().is(Kind.NUMERIC)
                    && arithmetic.operator() != BinaryOperator.DIVIDE
                    && arithmetic.operator() != BinaryOperator.MODULO;
        } else if (bound instanceof Bound.Negation negation) {
            return !negation.type().isInteger();
        } else if (bound instanceof Bound.Cast cast) {
            return isWidening(cast.operand().type(), cast.type());
        } else {
            return !(bound instanceof Bound.Call call) || isSafe(call);
        }
    }

    private static boolean isWidening(SqlType from, SqlType to) {
        if (to.is(Kind.TEXT)) {
            return true;
        }
        return from.isNumber()
                && to.isNumber()
                && !to.isLimited()
                && from.kind().compareTo(to.kind()) <= 0
                // A numeric without limits can be larger than every double.
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
