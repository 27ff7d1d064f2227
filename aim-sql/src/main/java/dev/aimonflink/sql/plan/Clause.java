package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.BindingContext;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.Expression;
import java.util.Set;

/** The part of a query in which an expression is. */
final class Clause implements BindingContext {
    /** The places where aggregates, or window functions, are not allowed. */
    enum Place {
        WHERE("in WHERE", "Write the condition behind HAVING."),
        ON("in the condition of a join", "Join with a query in FROM that has the aggregate."),
        GROUP_BY("in GROUP BY", "Compute it by a query in FROM, and group by its column."),
        AGGREGATE("inside of another one", "Compute the inner one by a query in FROM."),
        VALUES("in VALUES", "Write SELECT with FROM."),
        FUNCTION("in a function of FROM", "Join with a query in FROM that has the aggregate."),
        LIMIT("in LIMIT or OFFSET", "Write a number."),
        HAVING("in HAVING", ""),
        WINDOW("inside of another one", "");

        private final String where;
        private final String fix;

        Place(String where, String fix) {
            this.where = where;
            this.fix = fix;
        }

        /** For a window function outside SELECT and ORDER BY. */
        String messageOfWindow() {
            return "A window function cannot stand " + where + ". Compute it by a query in FROM, and use its column.";
        }

        /** For a function that returns rows. */
        String messageOfRows() {
            return messageOfRows(
                    switch (this) {
                        case AGGREGATE -> "in arguments of aggregates";
                        case WINDOW -> "in window functions and their windows";
                        default -> where;
                    });
        }

        static String messageOfRows(String where) {
            return "set-returning functions are not allowed " + where
                    + ". Call it in FROM, behind the table whose columns it takes, and use its column.";
        }

        String message(String aggregate) {
            return "The aggregate " + aggregate + " cannot stand " + where + ". " + fix;
        }
    }

    private final QueryBinder queries;
    private final Scope scope;
    private final CommonTables commonTables;
    private final Place place;
    private final GroupBinder grouping;
    private final WindowBinder windows;

    private Clause(
            QueryBinder queries,
            Scope scope,
            CommonTables commonTables,
            Place place,
            GroupBinder grouping,
            WindowBinder windows) {
        this.queries = queries;
        this.scope = scope;
        this.commonTables = commonTables;
        this.place = place;
        this.grouping = grouping;
        this.windows = windows;
    }

    /** Without aggregates. */
    static Binder binder(QueryBinder queries, Scope scope, CommonTables commonTables, Place place) {
        return new Binder(new Clause(queries, scope, commonTables, place, null, null), queries.conversions());
    }

    /** With aggregates over the rows of a grouping. */
    static Binder binder(
            QueryBinder queries, Scope scope, CommonTables commonTables, Place place, GroupBinder grouping) {
        return new Binder(new Clause(queries, scope, commonTables, place, grouping, null), queries.conversions());
    }

    /** Also with window functions. */
    static Binder binder(
            QueryBinder queries, Scope scope, CommonTables commonTables, GroupBinder grouping, WindowBinder windows) {
        return new Binder(new Clause(queries, scope, commonTables, null, grouping, windows), queries.conversions());
    }

    @Override
    public void enter(Expression expression) {
        queries.partCounter().add(1, expression.position());
    }

    @Override
    public Bound column(Expression.Name name) {
        if (grouping != null) {
            grouping.noteWritten(name);
        }
        Bound row = queries.conversions().dialect().hasRows() ? scope.row(name) : null;
        return row == null ? scope.column(name) : row;
    }

    /** A function that returns rows; others are bound as everywhere. */
    @Override
    public Bound call(Expression.Call call) {
        if (FunctionBinder.function(call, queries.conversions()).isEmpty()) {
            return null;
        }
        if (place != null && place != Place.GROUP_BY) {
            throw new SqlException(SqlState.NOT_SUPPORTED, call.position(), place.messageOfRows());
        }
        queries.noteRows();
        return new FunctionBinder(new Binder(this, queries.conversions())).value(call);
    }

    @Override
    public Bound parameter(Expression.Parameter parameter) {
        return queries.parameters().at(parameter);
    }

    @Override
    public Set<String> aggregates() {
        return AggregateFunction.names();
    }

    @Override
    public Bound aggregate(Expression.Aggregate aggregate) {
        if (grouping == null) {
            throw new SqlException(
                    SqlState.MISPLACED_AGGREGATE,
                    aggregate.position(),
                    place.message(aggregate.call().function()));
        }
        return grouping.aggregate(aggregate);
    }

    @Override
    public Bound window(Expression.Window window) {
        if (windows == null) {
            SqlState state = place == Place.AGGREGATE ? SqlState.MISPLACED_AGGREGATE : SqlState.WINDOWING_ERROR;
            throw new SqlException(state, window.position(), place.messageOfWindow());
        }
        return windows.bind(window);
    }

    @Override
    public Bound query(Expression query, Binder binder) {
        return queries.inExpressions().bind(query, binder, scope, commonTables);
    }
}
