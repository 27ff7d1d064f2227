package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.math.BigDecimal;
import java.util.List;

/** Computes nodes of constants before there are rows. */
public final class Folded {
    /** Longer texts are computed when needed, so that plans stay small. */
    static final int MAX_CHARACTERS = 64 * 1024;

    static final int MAX_DIGITS = 2_000;

    static final int MAX_VALUES = 2_000;

    private Folded() {}

    /**
     * The value of a node whose operands are constants. A node without a value stays, so that it fails only if evaluated; so do long ones
     * and all computed from them.
     */
    public static Bound of(Bound node) {
        List<Bound> operands = Operands.of(node);
        if (operands.isEmpty() || isOfQuery(node) || hasEffect(node)) {
            return node;
        }
        for (Bound operand : operands) {
            if (!(operand instanceof Bound.Constant)) {
                return node;
            }
        }
        try {
            Object value = RowEvaluator.evaluate(node, column -> {
                throw new AssertionError("a constant has no column " + column);
            });
            return isLong(value) ? node : new Bound.Constant(value, node.type(), node.position());
        } catch (SqlException atRunTime) {
            return node;
        }
    }

    private static boolean hasEffect(Bound node) {
        return node instanceof Bound.DeclaredCall call && call.function().hasEffect();
    }

    private static boolean isOfQuery(Bound node) {
        return node instanceof Bound.InInitial || node instanceof Bound.InitialByKey || node instanceof Bound.Subquery;
    }

    private static boolean isLong(Object value) {
        if (value instanceof List<?> array && array.size() > MAX_VALUES) {
            return true;
        }
        return value instanceof BigDecimal number
                ? number.precision() > MAX_DIGITS
                : LongValues.size(value) > MAX_CHARACTERS;
    }
}
