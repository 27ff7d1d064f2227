package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/** Binds LIMIT and OFFSET, whose numbers cannot depend on rows. */
final class LimitBinder {
    private LimitBinder() {}

    static Plan bind(Plan input, Expression limit, Expression offset, Binder binder) {
        // PostgreSQL reads them in this order, which decides a parameter's first type.
        Bound bound = number(offset, "OFFSET", binder);
        Bound count = number(limit, "LIMIT", binder);
        Plan.Limit node = new Plan.Limit(input, count, bound);
        require(node);
        return count == null && bound == null ? input : node;
    }

    private static Bound number(Expression written, String clause, Binder binder) {
        if (written == null) {
            return null;
        }
        if (written instanceof Expression.Name) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    written.position(),
                    clause + " is one number for all rows, so it cannot use a column. Write a number.");
        }
        Bound bound = binder.bind(written);
        if (!bound.type().isNumber() && !bound.type().is(SqlType.Kind.UNKNOWN)) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    written.position(),
                    clause + " needs a number, not " + bound.type() + ". Write how many rows.");
        }
        Bound number = binder.conversions().to(bound, SqlType.BIGINT);
        if (number instanceof Bound.Constant constant) {
            return constant.isNull() ? null : constant;
        }
        if (isParameter(number)) {
            return number;
        }
        if (isOfConstants(number)) {
            Object value = RowEvaluator.evaluate(number, Row.of());
            return value == null ? null : new Bound.Constant(value, SqlType.BIGINT, written.position());
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED,
                written.position(),
                clause + " needs a number or a parameter. Write how many rows.");
    }

    /** A parameter that other expressions made an integer of another size is converted. */
    private static boolean isParameter(Bound number) {
        return number instanceof Bound.Parameter
                || (number instanceof Bound.Cast cast && cast.operand() instanceof Bound.Parameter);
    }

    private static boolean isOfConstants(Bound number) {
        List<Bound> operands = Operands.of(number);
        return operands.isEmpty()
                ? number instanceof Bound.Constant
                : operands.stream().allMatch(LimitBinder::isOfConstants);
    }

    /** Requires that no number is negative, once parameters are constants. */
    static void requireKnown(Plan plan) {
        Expressions.inputs(plan).forEach(LimitBinder::requireKnown);
        if (plan instanceof Plan.Limit limit) {
            require(limit);
        }
    }

    private static void require(Plan.Limit limit) {
        require(limit.count(), "LIMIT", SqlState.INVALID_LIMIT);
        require(limit.offset(), "OFFSET", SqlState.INVALID_OFFSET);
    }

    private static void require(Bound number, String clause, SqlState state) {
        if (number instanceof Bound.Constant constant && constant.value() instanceof Long rows && rows < 0) {
            throw new SqlException(
                    state,
                    number.position(),
                    clause + " is negative: " + rows + ". Write zero or more"
                            + (state == SqlState.INVALID_LIMIT ? ", or leave it out." : "."));
        }
    }
}
