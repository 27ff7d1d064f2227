package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.type.PgType;
import java.util.List;

/**
 * LIMIT and OFFSET.
 *
 * @param limit null if there is none
 * @param offset null if there is none
 */
record LimitTerms(Term limit, Term offset, int position) {
    static LimitTerms of(QueryExpression query, ExpressionBinder expressions) {
        return new LimitTerms(
                term(query.limit(), "LIMIT", expressions),
                term(query.offset(), "OFFSET", expressions),
                query.position());
    }

    private static Term term(Expression expression, String clause, ExpressionBinder expressions) {
        return expression == null
                ? null
                : expressions
                        .conversions()
                        .require(expressions.bind(expression), PgType.INT8, clause, expression.position());
    }

    boolean isNone() {
        return limit == null && offset == null;
    }

    /** A null is no limit. */
    List<Object[]> cut(List<Object[]> rows, Frame frame) {
        long from = number(offset, frame, 0, SqlState.INVALID_OFFSET, "OFFSET");
        long count = number(limit, frame, rows.size(), SqlState.INVALID_LIMIT, "LIMIT");
        int begin = (int) Math.min(rows.size(), from);
        int end = (int) Math.min(rows.size(), begin + Math.min(count, rows.size()));
        return rows.subList(begin, end);
    }

    private long number(Term term, Frame frame, long otherwise, SqlState state, String clause) {
        Long number = term == null ? null : (Long) term.value(frame);
        if (number != null && number < 0) {
            throw new SqlException(state, position, clause + " must not be negative. Write a number from 0 on.");
        }
        return number == null ? otherwise : number;
    }
}
