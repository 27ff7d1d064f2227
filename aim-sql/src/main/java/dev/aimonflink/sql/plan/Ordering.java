package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.UnaryOperator;

/** A lone name or number in ORDER BY or GROUP BY that means a column of the result. */
final class Ordering {
    private Ordering() {}

    /** The index of the column with this number; -1 if it is not a number. Other constants order nothing, so they are mistakes. */
    static int ordinal(Expression written, int columns, String clause) {
        boolean isNegative = written instanceof Expression.Unary unary
                && unary.operator() == UnaryOperator.MINUS
                && unary.operand() instanceof Expression.NumberLiteral;
        if (!isNegative && !isConstant(written)) {
            return -1;
        }
        Expression unsigned = isNegative ? ((Expression.Unary) written).operand() : written;
        if (!(unsigned instanceof Expression.NumberLiteral literal)
                || !literal.digits().matches("[0-9]+")) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    written.position(),
                    "A constant in " + clause + " is the same for all rows. Write a column, or the number of one.");
        }
        int number = !isNegative && literal.digits().length() < 6 ? Integer.parseInt(literal.digits()) : 0;
        if (number < 1 || number > columns) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    written.position(),
                    "There is no column " + (isNegative ? "-" : "")
                            + Spelling.shortened(literal.digits()) + " for " + clause
                            + ". Write a number from 1 to " + columns + ".");
        }
        return number - 1;
    }

    private static boolean isConstant(Expression written) {
        return written instanceof Expression.NumberLiteral
                || written instanceof Expression.StringLiteral
                || written instanceof Expression.BooleanLiteral
                || written instanceof Expression.NullLiteral;
    }

    /** The name, if it is a lone name without a table; else null. */
    static String name(Expression written) {
        return written instanceof Expression.Name name && name.parts().size() == 1 ? name.last() : null;
    }

    static SqlException ambiguous(Expression written, String clause) {
        return new SqlException(
                SqlState.AMBIGUOUS_COLUMN,
                written.position(),
                "Several columns of the result are called \"" + name(written) + "\". Write the number of one in "
                        + clause + ".");
    }
}
