package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * Computes a call of an aggregate function. A class has all of its function, or of several that keep the same state:
 *
 * <pre>
 * row by row      take                               the rows of a partition, into states
 * by vectors      compile, vectors, addGroups        the same, and what they have kept into states
 * for the merger  newStates                          states, which know how they are sent and merged
 * at the end      value                              of merged states
 * </pre>
 *
 * <p>A new function is a new class, and a line in {@link AggregateFunctions}. The states depend only on the function and the types, so they
 * are the same in all partitions.
 */
public abstract class Aggregate {
    private final AggregateCall call;

    Aggregate(AggregateCall call) {
        this.call = call;
    }

    public final AggregateCall call() {
        return call;
    }

    final Bound argument() {
        return call.arguments().get(0);
    }

    /** @param mostValues how many different values all rows together may keep */
    public abstract States newStates(int mostValues);

    public final void add(States states, int group, Row row) {
        if (call.filter() == null || Boolean.TRUE.equals(RowEvaluator.evaluate(call.filter(), row))) {
            take(states, group, row);
        }
    }

    void take(States states, int group, Row row) {
        Object argument = RowEvaluator.evaluate(argument(), row);
        if (argument != null) {
            take(states, group, argument);
        }
    }

    void take(States states, int group, Object argument) {
        throw new IllegalStateException("The function " + call.function().sqlName() + " takes more than its argument.");
    }

    public abstract Object value(States merged, int group);

    // ---- by vectors

    /** @throws dev.aimonflink.query.compute.program.NoVectorsException if rows have to be computed one by one */
    public abstract Input compile(Arguments arguments);

    /** Whether it needs each group's number of rows for which its filter and argument hold. */
    public boolean needsCounts(boolean isGrouped) {
        return true;
    }

    public boolean keepsValues() {
        return false;
    }

    /** Whether its vectors have the extreme that another call needs. */
    public boolean hasExtremeOf(AggregateCall other) {
        return false;
    }

    /**
     * What it keeps while vectors come.
     *
     * @param counts of the rows that it takes, if it needs them
     */
    public abstract VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts);

    public abstract void addGroups(States states, VectorStates from, int[] groups);
}
