package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;

/**
 * Computes a call of a function of many rows. A class has all of its function, or of several that keep the same:
 *
 * <pre>
 * row by row      take                               the rows of a partition, into states
 * by vectors      compile, vectors, addGroups        the same, and what they have kept into states
 * for the merger  newStates                          states, which know how they are sent and merged
 * at the end      value                              of merged states
 * </pre>
 *
 * <p>Who adds a function adds a class, and a line to {@link AggregateFunctions}. The states depend on the function and the types alone, so
 * they are the same in all partitions.
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

    /**
     * A column of states, without rows.
     *
     * @param mostValues how many different values all rows may keep
     */
    public abstract States newStates(int mostValues);

    /** Takes a row of the matrix into a group. */
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

    /** Takes an argument that is not null. */
    void take(States states, int group, Object argument) {
        throw new IllegalStateException("The function " + call.function().sqlName() + " takes more than its argument.");
    }

    /** The value of a group of merged states; null for null. */
    public abstract Object value(States merged, int group);

    // ---- by vectors

    /**
     * Says what is computed of each vector.
     *
     * @throws dev.aimonflink.query.compute.program.NoVectorsException if something has no vectors: then rows are computed one by one
     */
    public abstract Input compile(Arguments arguments);

    /** Whether it asks how many rows each group has taken, without those for which its filter or argument says no. */
    public boolean needsCounts(boolean isGrouped) {
        return true;
    }

    /** Whether it keeps the different values of a group. */
    public boolean keepsValues() {
        return false;
    }

    /** Whether its vectors have the extreme that another call asks for. */
    public boolean hasExtremeOf(AggregateCall other) {
        return false;
    }

    /**
     * What it keeps while vectors come.
     *
     * @param input as it has been compiled
     * @param counts of the rows that it takes, if it needs them
     */
    public abstract VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts);

    /** Appends groups that vectors have computed. */
    public abstract void addGroups(States states, VectorStates from, int[] groups);
}
