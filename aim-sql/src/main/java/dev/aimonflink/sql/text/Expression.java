package dev.aimonflink.sql.text;

import java.util.List;

/** A node of the syntax tree of an expression. Says what was written, not what it means. */
public sealed interface Expression {
    /** The index in the text at which the node is reported: that of its operator, or of its first character. */
    int position();

    /** A number as it was written, without a sign. */
    record NumberLiteral(String digits, int position) implements Expression {}

    /** A string, whose type depends on what it is compared with. */
    record StringLiteral(String value, int position) implements Expression {}

    /** {@code TRUE} or {@code FALSE}. */
    record BooleanLiteral(boolean value, int position) implements Expression {}

    record NullLiteral(int position) implements Expression {}

    /**
     * A column, perhaps with the name of its table before it.
     *
     * @param isQuoted whether its last part was written in double quotes, as some write text
     */
    record Name(List<String> parts, boolean isQuoted, int position) implements Expression {
        /** The name without its table. */
        public String last() {
            return parts.get(parts.size() - 1);
        }

        /** The name as it is written between dots. */
        public String written() {
            return String.join(".", parts);
        }
    }

    /** {@code $1} and so on. */
    record Parameter(int number, int position) implements Expression {}

    /** A sign, or {@code NOT}. */
    record Unary(UnaryOperator operator, Expression operand, int position) implements Expression {}

    record Binary(BinaryOperator operator, Expression left, Expression right, int position) implements Expression {}

    /** {@code IS [NOT] NULL}, {@code IS [NOT] TRUE} and so on. */
    record Is(Expression operand, Test test, boolean isNegated, int position) implements Expression {
        /** The value that IS tests an operand for. {@code UNKNOWN} is null, but for booleans alone. */
        public enum Test {
            NULL,
            TRUE,
            FALSE,
            UNKNOWN
        }
    }

    /** {@code IS [NOT] DISTINCT FROM}: a comparison in which null is a value. */
    record IsDistinct(Expression left, Expression right, boolean isNegated, int position) implements Expression {}

    /** @param isSymmetric whether the bounds may come in either order */
    record Between(
            Expression operand, Expression low, Expression high, boolean isSymmetric, boolean isNegated, int position)
            implements Expression {}

    record In(Expression operand, List<Expression> values, boolean isNegated, int position) implements Expression {}

    /** @param escape the character that makes the next one ordinary, as an expression; null if it is the backslash */
    record Like(
            Expression operand,
            Expression pattern,
            Expression escape,
            boolean ignoresCase,
            boolean isNegated,
            int position)
            implements Expression {}

    /** {@code CAST(operand AS type)} or {@code operand::type}. */
    record Cast(Expression operand, TypeName type, int position) implements Expression {}

    /**
     * @param operand what each condition is compared with; null if the conditions stand for themselves
     * @param otherwise null if there is none
     */
    record Case(Expression operand, List<When> branches, Expression otherwise, int position) implements Expression {
        /** A condition and the result if it holds. */
        public record When(Expression condition, Expression result) {}
    }

    /**
     * A call of a function, or of what is written like one.
     *
     * @param function with its schema, unless that is {@code pg_catalog}
     */
    record Call(String function, List<Expression> arguments, int position) implements Expression {}

    /** The star in {@code count(*)}. */
    record AllRows(int position) implements Expression {}

    /**
     * A call with what only aggregates can have. Other calls of aggregates look like those of functions.
     *
     * @param isDistinct whether it takes equal values once
     * @param order in which it takes the rows; empty if there is none
     * @param withinGroup the order of {@code WITHIN GROUP}; empty if there is none
     * @param filter which rows it takes; null for all
     */
    record Aggregate(
            Call call,
            boolean isDistinct,
            List<SortKey> order,
            List<SortKey> withinGroup,
            Expression filter,
            int position)
            implements Expression {}

    /** Several values in parentheses. */
    record Row(List<Expression> values, int position) implements Expression {}

    /** A query that stands for the one value that it returns. */
    record ScalarQuery(QueryExpression query, int position) implements Expression {}

    record Exists(QueryExpression query, int position) implements Expression {}

    /** {@code operand [NOT] IN (SELECT ...)}. */
    record InQuery(Expression operand, QueryExpression query, boolean isNegated, int position) implements Expression {}

    /**
     * {@code left = ANY (SELECT ...)}.
     *
     * @param isAll whether the comparison has to hold for all rows and not just for one
     */
    record Quantified(BinaryOperator operator, Expression left, boolean isAll, QueryExpression query, int position)
            implements Expression {}

    /** {@code ARRAY[1, 2]}. */
    record ArrayOf(List<Expression> values, int position) implements Expression {}

    /** {@code ARRAY(SELECT ...)}: the values of its only column. */
    record ArrayQuery(QueryExpression query, int position) implements Expression {}

    /** {@code operand[index]}. */
    record Subscript(Expression operand, Expression index, int position) implements Expression {}

    /** {@code (operand).field}: a field of a row that a function returns. */
    record FieldOf(Expression operand, String field, int position) implements Expression {}

    /** {@code left = ANY (array)}, and with {@code ALL}. */
    record QuantifiedArray(BinaryOperator operator, Expression left, boolean isAll, Expression array, int position)
            implements Expression {}

    /**
     * {@code call OVER (PARTITION BY ... ORDER BY ... ROWS ...)}.
     *
     * @param base the name of a window that it begins with; null if it has none
     * @param isNamed whether it is nothing but that window
     * @param frame null if none is written
     */
    record Window(
            Expression call,
            String base,
            boolean isNamed,
            List<Expression> partition,
            List<SortKey> order,
            WindowFrame<Expression> frame,
            int position)
            implements Expression {}

    /** {@code name => value} among the arguments of a call. */
    record NamedArgument(String name, Expression value, int position) implements Expression {}
}
