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

    /** One without aggregates. */
    static Binder binder(QueryBinder queries, Scope scope, CommonTables commonTables, Place place) {
        return new Binder(new Clause(queries, scope, commonTables, place, null, null), queries.conversions());
    }

    /** One whose aggregates are over the rows of a grouping. */
    static Binder binder(
            QueryBinder queries, Scope scope, CommonTables commonTables, Place place, GroupBinder grouping) {
        return new Binder(new Clause(queries, scope, commonTables, place, grouping, null), queries.conversions());
    }

    /** One that also has functions over windows. */
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
        return scope.column(name);
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
