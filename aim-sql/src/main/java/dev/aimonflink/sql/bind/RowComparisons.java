package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import java.util.ArrayList;
import java.util.List;

/** Binds row comparisons such as {@code (a, b) = (1, 2)}, value by value. */
final class RowComparisons {
    /** The conditions of an order are nested in each other. */
    static final int MAX_VALUES = 50;

    private final Binder binder;

    RowComparisons(Binder binder) {
        this.binder = binder;
    }

    static boolean isRow(Expression expression) {
        return expression instanceof Expression.Row;
    }

    Bound compared(BinaryOperator operator, Expression left, Expression right, int position) {
        List<Expression> first = values(left, position);
        List<Expression> second = values(right, position);
        if (first.size() != second.size()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    position,
                    "There are values=" + first.size() + " on the left and values=" + second.size()
                            + " on the right. Compare as many.");
        }
        if (first.size() > MAX_VALUES) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "More than " + MAX_VALUES + " values in parentheses are compared. Compare fewer.");
        }
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> ofAll(operator, first, second, position);
            default -> inOrder(operator, first, second, position);
        };
    }

    private static List<Expression> values(Expression side, int position) {
        if (side instanceof Expression.Row row) {
            return row.values();
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED,
                position,
                "Several values in parentheses are compared with as many in parentheses, as in (a, b) = (1, 2)."
                        + " Compare with a query value by value, or join it.");
    }

    /** Rows are equal if all values are, and differ if one does. */
    private Bound ofAll(BinaryOperator operator, List<Expression> left, List<Expression> right, int position) {
        List<Bound> comparisons = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            comparisons.add(comparison(operator, left.get(i), right.get(i), position));
        }
        return balanced(operator == BinaryOperator.EQUAL, comparisons, position);
    }

    /** The first values that differ decide: {@code a < c OR (a = c AND b < d)}. */
    private Bound inOrder(BinaryOperator operator, List<Expression> left, List<Expression> right, int position) {
        int last = left.size() - 1;
        BinaryOperator strict =
                switch (operator) {
                    case LESS_OR_EQUAL -> BinaryOperator.LESS;
                    case GREATER_OR_EQUAL -> BinaryOperator.GREATER;
                    default -> operator;
                };
        Bound condition = comparison(operator, left.get(last), right.get(last), position);
        for (int i = last - 1; i >= 0; i--) {
            Bound same = comparison(BinaryOperator.EQUAL, left.get(i), right.get(i), position);
            Bound decided = comparison(strict, left.get(i), right.get(i), position);
            Bound behind = new Bound.Logical(true, same, condition, position);
            condition = new Bound.Logical(false, decided, behind, position);
        }
        return condition;
    }

    Bound in(Expression.In in) {
        List<Bound> comparisons = new ArrayList<>();
        for (Expression row : in.values()) {
            comparisons.add(compared(BinaryOperator.EQUAL, in.operand(), row, in.position()));
        }
        return balanced(false, comparisons, in.position());
    }

    private Bound comparison(BinaryOperator operator, Expression left, Expression right, int position) {
        Conversions.Pair pair =
                binder.conversions().pair(binder.bind(left), binder.bind(right), operator.sign(), position);
        return new Bound.Comparison(operator, pair.left(), pair.right(), position);
    }

    /** The conditions in order, in a tree of the least height. */
    static Bound balanced(boolean isAnd, List<Bound> conditions, int position) {
        if (conditions.size() == 1) {
            return conditions.get(0);
        }
        int half = conditions.size() / 2;
        return new Bound.Logical(
                isAnd,
                balanced(isAnd, conditions.subList(0, half), position),
                balanced(isAnd, conditions.subList(half, conditions.size()), position),
                position);
    }
}
