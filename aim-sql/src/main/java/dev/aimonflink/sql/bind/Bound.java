package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.pattern.TextPattern;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/**
 * A node of an expression whose types are known. Operands have been converted to the type that their node needs, so
 * both sides of a comparison have the same kind.
 *
 * <p>Values are represented as {@code Boolean}, {@code Long} for integer types, {@code BigDecimal}, {@code Float} for {@code real}, {@code Double},
 * {@code String} for texts and enumerations, {@code Instant} and other classes of {@code java.time}, {@code Interval}, and a {@code List}
 * that cannot be changed for arrays.
 */
public sealed interface Bound {
    SqlType type();

    /** The index in the text at which an error of the node is reported. */
    int position();

    /** What is true, false or null. */
    sealed interface Condition extends Bound {
        @Override
        default SqlType type() {
            return SqlType.BOOLEAN;
        }
    }

    /** @param value null for null */
    record Constant(Object value, SqlType type, int position) implements Bound {
        public boolean isNull() {
            return value == null;
        }
    }

    record Field(Column column, int position) implements Bound {
        @Override
        public SqlType type() {
            return column.type();
        }

        @Override
        public String toString() {
            return "Field[column=" + column + ", position=" + position + "]";
        }
    }

    record Not(Bound operand, int position) implements Condition {}

    /** {@code AND} or {@code OR}. */
    record Logical(boolean isAnd, Bound left, Bound right, int position) implements Condition {}

    /** @param operator one of the six comparisons */
    record Comparison(BinaryOperator operator, Bound left, Bound right, int position) implements Condition {}

    /** Whether both are equal, where null equals null. Never null itself. */
    record Same(Bound left, Bound right, int position) implements Condition {}

    record IsNull(Bound operand, int position) implements Condition {}

    /** Whether a condition is this truth value, and not null. */
    record IsTruth(Bound operand, boolean truth, int position) implements Condition {}

    record In(Bound operand, List<Bound> values, int position) implements Condition {}

    /** The same of constants, of which there can be many. Made when a query is run; no binder makes one. */
    record InSet(Bound operand, ConstantSet values, int position) implements Condition {}

    /**
     * Whether a comparison with values of an array holds.
     *
     * @param isAll for all of them, and not just for one
     */
    record InArray(BinaryOperator operator, Bound left, Bound array, boolean isAll, int position)
            implements Condition {}

    /** {@code ARRAY[a, b]}. */
    record ArrayOf(List<Bound> values, SqlType type, int position) implements Bound {}

    /** Whether a text matches a pattern of {@code LIKE} or a regular expression. */
    record Like(Bound operand, TextPattern pattern, int position) implements Condition {}

    /** @param operator one of the five arithmetic ones */
    record Arithmetic(BinaryOperator operator, Bound left, Bound right, SqlType type, int position) implements Bound {}

    record Negation(Bound operand, SqlType type, int position) implements Bound {}

    record Concatenation(Bound left, Bound right, int position) implements Bound {
        @Override
        public SqlType type() {
            return SqlType.TEXT;
        }
    }

    record Cast(Bound operand, SqlType type, int position) implements Bound {}

    /** The results are in the order of the conditions; the last result is that of no condition. */
    record Case(List<Bound> conditions, List<Bound> results, SqlType type, int position) implements Bound {}

    record Call(Function function, List<Bound> arguments, SqlType type, int position) implements Bound {}

    /** A value of a row that a function returns. Only a binder knows it: a step of the plan computes the rows. */
    record OfRows(RowsFunction function, List<Bound> arguments, SqlType type, int position) implements Bound {}
    /** A call of a function that the dialect declares. */
    record DeclaredCall(Declared function, List<Bound> arguments, SqlType type, int position) implements Bound {}

    /** {@code $1} and so on, until it has a value. Its type is that of what it meets first. */
    record Parameter(int number, SqlType type, int position) implements Bound {}

    /** The value of a query that is run once, before the rows: of kind VALUE or EXISTS. */
    record Initial(int index, SqlType type, int position) implements Bound {}

    /**
     * The value of a query that is run for each row, with values of that row in it.
     *
     * @param operands the value of each {@link Outer} of the query, by index; behind them, what may be among the rows of a query of
     *     kind SET
     */
    record Subquery(InnerQuery query, List<Bound> operands, SqlType type, int position) implements Bound {
        /** The same, with operands that keep theirs. */
        public Subquery withoutPositions() {
            return new Subquery(query.withoutPositions(), operands, type, 0);
        }
    }

    /** What a {@link Subquery} runs. */
    interface InnerQuery {
        InnerQuery withoutPositions();

        /** Its value for a row. Only a query that is made for a run has one. */
        default Object value(Object... operands) {
            throw new AssertionError("not made to be run: " + this);
        }
    }

    /**
     * The value that a query of kind VALUE_BY_KEY has for the keys of a row, or whether a value is among those that one of kind
     * SET_BY_KEY has for them.
     *
     * @param operands the keys; behind them the value of keys without a row, or the one that may be among the rows
     */
    record InitialByKey(int index, List<Bound> operands, SqlType type, int position) implements Bound {}

    /** The same of known rows. Made when a query is run; no binder makes one. */
    record LookUp(RowsByKey rows, List<Bound> operands, SqlType type, int position) implements Bound {}

    /** In an inner query: a value of the row around it, which is a constant whenever the query is run. */
    record Outer(int index, SqlType type, int position) implements Bound {}

    /** Whether an operand is among the rows of a query of kind SET. */
    record InInitial(Bound operand, int index, int position) implements Condition {}
}
