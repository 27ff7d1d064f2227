package dev.aimonflink.sql.text;

import java.util.List;

/** A node of an expression's syntax tree: what was written, not what it means. */
public sealed interface Expression {
    /** Where errors of the node are reported: at its operator, or its first character. */
    int position();

    /** As written, without a sign. */
    record NumberLiteral(String digits, int position) implements Expression {}

    /** A string, whose type depends on what it is compared with. */
    record StringLiteral(String value, int position) implements Expression {}

    record BooleanLiteral(boolean value, int position) implements Expression {}

    record NullLiteral(int position) implements Expression {}

    /**
     * A column, perhaps qualified with its table.
     *
     * @param isQuoted whether its last part was in double quotes, which some use for text
     */
    record Name(List<String> parts, boolean isQuoted, int position) implements Expression {
        /** The name without its table. */
        public String last() {
            return parts.get(parts.size() - 1);
        }

        /** With dots. */
        public String written() {
            return String.join(".", parts);
        }
    }

    record Parameter(int number, int position) implements Expression {}

    /** A sign, or {@code NOT}. */
    record Unary(UnaryOperator operator, Expression operand, int position) implements Expression {}

    record Binary(BinaryOperator operator, Expression left, Expression right, int position) implements Expression {}

    /** {@code IS [NOT] NULL}, {@code IS [NOT] TRUE} and so on. */
    record Is(Expression operand, Test test, boolean isNegated, int position) implements Expression {
        /** The value that IS tests for; {@code UNKNOWN} is null, for booleans only. */
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

    /** @param escape the character that makes the next one ordinary; null for the backslash */
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
     * @param operand what each condition is compared with, or null
     * @param otherwise or null
     */
    record Case(Expression operand, List<When> branches, Expression otherwise, int position) implements Expression {
        public record When(Expression condition, Expression result) {}
    }

    /** @param function with its schema, unless that is {@code pg_catalog} */
    record Call(String function, List<Expression> arguments, int position) implements Expression {}

    /** The star in {@code count(*)}. */
    record AllRows(int position) implements Expression {}

    /**
     * A call with clauses that only aggregates can have; other calls of aggregates look like functions.
     *
     * @param isDistinct whether equal values count once
     * @param withinGroup the order of {@code WITHIN GROUP}, or empty
     * @param filter null for all rows
     */
    record Aggregate(
            Call call,
            boolean isDistinct,
            List<SortKey> order,
            List<SortKey> withinGroup,
            Expression filter,
            int position)
            implements Expression {}

    record Row(List<Expression> values, int position) implements Expression {}

    record ScalarQuery(QueryExpression query, int position) implements Expression {}

    record Exists(QueryExpression query, int position) implements Expression {}

    /** {@code operand [NOT] IN (SELECT ...)}. */
    record InQuery(Expression operand, QueryExpression query, boolean isNegated, int position) implements Expression {}

    /**
     * {@code left = ANY (SELECT ...)}.
     *
     * @param isAll whether the comparison has to hold for all rows, not just for one
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
     * @param isNamed whether it is just that window
     * @param frame or null
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
