package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;

/** Refuses what an expression over one row cannot contain, because its value depends on other rows. */
final class NotOfOneRow {
    private NotOfOneRow() {}

    private static SqlException aggregate(Expression.Call call) {
        return new SqlException(
                SqlState.MISPLACED_AGGREGATE,
                call.position(),
                "The aggregate " + call.function()
                        + " is over many rows, but this expression is over one. Use a field instead.");
    }

    static SqlException error(Expression expression) {
        if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate(aggregate.call());
        }
        if (expression instanceof Expression.Window) {
            return new SqlException(
                    SqlState.WINDOWING_ERROR,
                    expression.position(),
                    "A window function is over many rows, but this expression is over one. Use a field instead.");
        }
        String message = expression instanceof Expression.Row
                ? "Several values in parentheses can only be compared with as many in parentheses, as in (a, b) = (1, 2)."
                        + " Compare one value at a time, or join the query that has the others."
                : "A query cannot stand here, because this expression is over one row. Write the value.";
        return new SqlException(SqlState.NOT_SUPPORTED, expression.position(), message);
    }
}
