package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;

/** A condition on the fields of a row. Testing allocates nothing, except in parts that {@link #of} leaves to the {@link RowEvaluator}. */
@FunctionalInterface
public interface Condition {
    // In this order AND is the minimum of its sides, OR the maximum, and NOT counts from the other end.
    int FALSE = 0;
    int UNKNOWN = 1;
    int TRUE = 2;

    int test(Fields fields);

    /** Whether it is true; unknown does not count. */
    default boolean holds(Fields fields) {
        return test(fields) == TRUE;
    }

    /** Compiles a condition to the evaluator's results and errors. */
    static Condition of(Bound bound) {
        return ConditionCompiler.compile(bound);
    }
}
