package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.Expression;
import java.util.Set;

/** The place of an expression. It decides what names mean, and whether aggregates and queries are allowed. */
public interface BindingContext {
    /** Called for each part of the expression before it is bound. A part that is needed twice is bound twice. */
    void enter(Expression expression);

    Bound column(Expression.Name name);

    /** What is written like a call and is a column; null for the calls of functions. */
    default Bound call(Expression.Call call) {
        return null;
    }

    Bound parameter(Expression.Parameter parameter);

    /** What the clock showed when the statement began. */
    default Bound clock(ClockTime time, int position) {
        return time.parameter(position);
    }

    /** The names of the aggregates that may be called. */
    Set<String> aggregates();

    /** A call of an aggregate, or of another function with what only aggregates can have. */
    Bound aggregate(Expression.Aggregate aggregate);

    /** A function over a window of rows. */
    default Bound window(Expression.Window window) {
        throw OneRow.notOfOneRow(window);
    }

    /** @param query one of the expressions that have a query in them */
    Bound query(Expression query, Binder binder);
}
