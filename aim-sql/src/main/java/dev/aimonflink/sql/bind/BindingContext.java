package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.Expression;
import java.util.Set;

/** The place of an expression: decides what names mean, and whether aggregates and queries are allowed. */
public interface BindingContext {
    /** Called for each part of the expression before it is bound. A part that is needed twice is bound twice. */
    void enter(Expression expression);

    Bound column(Expression.Name name);

    /** A column that is written like a call; null for calls of functions. */
    default Bound call(Expression.Call call) {
        return null;
    }

    Bound parameter(Expression.Parameter parameter);

    /** What the clock showed when the statement began. */
    default Bound clock(ClockTime time, int position) {
        return time.parameter(position);
    }

    Set<String> aggregates();

    /** A call of an aggregate, or of a function with clauses that only aggregates can have. */
    Bound aggregate(Expression.Aggregate aggregate);

    default Bound window(Expression.Window window) {
        throw OneRow.notOfOneRow(window);
    }

    Bound query(Expression query, Binder binder);
}
