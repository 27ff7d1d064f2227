package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.pattern.TextPattern;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/**
 * A node of an expression with known types. Operands are converted to the type that the node needs, so both sides of a comparison have the
 * same kind.
 *
 * <p>Values are {@code Boolean}, {@code Long} for integer types, {@code BigDecimal}, {@code Float} for {@code real}, {@code Double}, {@code
 * String} for texts and enumerations, {@code Instant} and other classes of {@code java.time}, {@code Interval}, and an immutable {@code
 * List} for arrays.
 */
public sealed interface Bound {
    SqlType type();

    /** Where in the text errors of the node are reported. */
    int position();

    sealed interface Condition extends Bound {
        @Override
        default SqlType type() {
            return SqlType.BOOLEAN;
        }
    }

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

    record Logical(boolean isAnd, Bound left, Bound right, int position) implements Condition {}

    record Comparison(BinaryOperator operator, Bound left, Bound right, int position) implements Condition {}

    /** Equality in which null equals null; never null itself. */
    record Same(Bound left, Bound right, int position) implements Condition {}

    record IsNull(Bound operand, int position) implements Condition {}

    /** Whether a condition has this truth value, and is not null. */
    record IsTruth(Bound operand, boolean truth, int position) implements Condition {}

    record In(Bound operand, List<Bound> values, int position) implements Condition {}

    /** The same for constants, of which there can be many; made when a query is run, never by a binder. */
    record InSet(Bound operand, ConstantSet values, int position) implements Condition {}

    /**
     * Whether a comparison with values of an array holds.
     *
     * @param isAll for all of them, not just for one
     */
    record InArray(BinaryOperator operator, Bound left, Bound array, boolean isAll, int position)
            implements Condition {}

    record ArrayOf(List<Bound> values, SqlType type, int position) implements Bound {}

    record Like(Bound operand, TextPattern pattern, int position) implements Condition {}

    record Arithmetic(BinaryOperator operator, Bound left, Bound right, SqlType type, int position) implements Bound {}

    record Negation(Bound operand, SqlType type, int position) implements Bound {}

    record Concatenation(Bound left, Bound right, int position) implements Bound {
        @Override
        public SqlType type() {
            return SqlType.TEXT;
        }
    }

    record Cast(Bound operand, SqlType type, int position) implements Bound {}

    /** Results are in the order of the conditions; the last is for no condition. */
    record Case(List<Bound> conditions, List<Bound> results, SqlType type, int position) implements Bound {}

    record Call(Function function, List<Bound> arguments, SqlType type, int position) implements Bound {}

    /** A value of a row that a function returns. Only for binders, because a step of the plan computes the rows. */
    record OfRows(RowsFunction function, List<Bound> arguments, SqlType type, int position) implements Bound {}

    record DeclaredCall(Declared function, List<Bound> arguments, SqlType type, int position) implements Bound {}

    /** {@code $1} and so on, until it has a value; it takes the first type that it meets. */
    record Parameter(int number, SqlType type, int position) implements Bound {}

    /** The value of a query of kind VALUE or EXISTS, which is run once before the rows. */
    record Initial(int index, SqlType type, int position) implements Bound {}

    /**
     * The value of a query that is run for each row, with values of that row.
     *
     * @param operands the value of each {@link Outer} of the query, by index; behind them, what may be among the rows of a query of kind
     *     SET
     */
    record Subquery(InnerQuery query, List<Bound> operands, SqlType type, int position) implements Bound {
        /** The same without its own positions; operands keep theirs. */
        public Subquery withoutPositions() {
            return new Subquery(query.withoutPositions(), operands, type, 0);
        }
    }

    interface InnerQuery {
        InnerQuery withoutPositions();

        /** Its value for a row; only available for a query made for a run. */
        default Object value(Object... operands) {
            throw new AssertionError("not made to be run: " + this);
        }
    }

    /**
     * The value of a query of kind VALUE_BY_KEY for a row's keys, or whether a value is in the set of one of kind SET_BY_KEY.
     *
     * @param operands the keys; behind them the default for keys without a row, or the value to look for
     */
    record InitialByKey(int index, List<Bound> operands, SqlType type, int position) implements Bound {}

    /** The same with known rows; made when a query is run, never by a binder. */
    record LookUp(RowsByKey rows, List<Bound> operands, SqlType type, int position) implements Bound {}

    /** In an inner query: a value of the outer row, which is constant during each run. */
    record Outer(int index, SqlType type, int position) implements Bound {}

    /** Whether an operand is among the rows of a query of kind SET. */
    record InInitial(Bound operand, int index, int position) implements Condition {}
}
