package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The context of an expression over one row: no tables, other rows or parameters. */
final class OneRow implements BindingContext {
    /** How many names an asker who knows none is shown. */
    private static final int MOST_LISTED = 32;

    private static final int MOST_ALIKE = 3;

    private final NamedColumns columns;
    private final PartCounter partCounter = new PartCounter();

    OneRow(NamedColumns columns) {
        this.columns = columns;
    }

    @Override
    public void enter(Expression expression) {
        partCounter.add(1, expression.position());
    }

    @Override
    public Bound column(Expression.Name name) {
        Optional<Column> found = columns.find(name.written());
        if (found.isPresent()) {
            return new Bound.Field(found.get(), name.position());
        }
        if (name.parts().size() > 1 && columns.find(name.last()).isPresent()) {
            throw new SqlException(
                    SqlState.UNDEFINED_COLUMN,
                    name.position(),
                    "There is no table here, so \"" + Spelling.shortened(name.written()) + "\" means nothing. Write \""
                            + Spelling.shortened(name.last())
                            + "\" alone.");
        }
        throw unknown(name);
    }

    private SqlException unknown(Expression.Name name) {
        return new SqlException(
                SqlState.UNDEFINED_COLUMN,
                name.position(),
                "There is no field \"" + Spelling.shortened(name.written()) + "\". "
                        + columns.explanation(name.last()).orElseGet(() -> hint(name)));
    }

    @Override
    public Bound call(Expression.Call call) {
        if (RowsFunction.named(call.function()).isPresent()) {
            throw notOfOneRow(call);
        }
        if (!columns.hasCallsOf(call.function())) {
            return null;
        }
        if (call.arguments().size() == 1 && call.arguments().get(0) instanceof Expression.Name name) {
            return columns.find(call.function() + "(" + name.written() + ")")
                    .<Bound>map(column -> new Bound.Field(column, call.position()))
                    .orElseThrow(() -> columns.find(name.written()).isEmpty() ? unknown(name) : noneOf(call, name));
        }
        throw new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                call.position(),
                call.function()
                        + "(...) is of one column. Write the name of the column alone between the parentheses.");
    }

    private static SqlException noneOf(Expression.Call call, Expression.Name name) {
        return new SqlException(
                SqlState.UNDEFINED_COLUMN,
                name.position(),
                "There is no " + call.function() + "(" + Spelling.shortened(name.written())
                        + "): it is of what events change. Write \"" + Spelling.shortened(name.written())
                        + "\" alone.");
    }

    private String hint(Expression.Name name) {
        Collection<String> names = columns.names();
        if (name.isQuoted() && Spelling.closest(name.written(), names).isEmpty()) {
            return "Put text between single quotes: '" + Spelling.shortened(name.last()) + "'.";
        }
        if (names.size() <= MOST_LISTED
                || Spelling.closest(name.written(), names).isPresent()) {
            return Spelling.hint(name.written(), names);
        }
        List<String> alike = Spelling.alike(name.written(), names, MOST_ALIKE);
        List<String> shown = alike.isEmpty() ? names.stream().limit(MOST_ALIKE).toList() : alike;
        return "Known are " + String.join(", ", shown) + " and " + (names.size() - shown.size()) + " others.";
    }

    @Override
    public Bound parameter(Expression.Parameter parameter) {
        throw new SqlException(
                SqlState.UNDEFINED_PARAMETER,
                parameter.position(),
                "There is no parameter $" + parameter.number() + " here. Write the value.");
    }

    @Override
    public Bound clock(ClockTime time, int position) {
        throw new SqlException(
                SqlState.NOT_SUPPORTED,
                position,
                "The time at which a row is read is no part of the row. Compare with a field or a fixed time.");
    }

    @Override
    public Set<String> aggregates() {
        return Set.of();
    }

    @Override
    public Bound aggregate(Expression.Aggregate aggregate) {
        throw notOfOneRow(aggregate);
    }

    @Override
    public Bound query(Expression query, Binder binder) {
        throw notOfOneRow(query);
    }

    private static SqlException aggregate(Expression.Call call) {
        return new SqlException(
                SqlState.MISPLACED_AGGREGATE,
                call.position(),
                "The aggregate " + call.function()
                        + " is over many rows, but this expression is over one. Use a field instead.");
    }

    /** Refuses what depends on other rows. */
    static SqlException notOfOneRow(Expression expression) {
        if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate(aggregate.call());
        }
        if (expression instanceof Expression.Window) {
            return new SqlException(
                    SqlState.WINDOWING_ERROR,
                    expression.position(),
                    "A window function is over many rows, but this expression is over one. Use a field instead.");
        }
        if (expression instanceof Expression.Call call) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    call.position(),
                    "The function " + call.function()
                            + " returns rows, but this expression is over one. Use a field instead.");
        }
        String message = expression instanceof Expression.Row
                ? "Several values in parentheses can only be compared with as many in parentheses, as in (a, b) = (1, 2)."
                        + " Compare one value at a time, or join the query that has the others."
                : "A query cannot stand here, because this expression is over one row. Write the value.";
        return new SqlException(SqlState.NOT_SUPPORTED, expression.position(), message);
    }
}
