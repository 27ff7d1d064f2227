package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;

/**
 * A condition on the fields of a row. Testing one allocates nothing, except in those of its parts that
 * {@link #of} leaves to the {@link RowEvaluator}.
 */
@FunctionalInterface
public interface Condition {
    // In this order AND is the least of its sides, OR the greatest, and NOT counts from the other end.
    int FALSE = 0;
    int UNKNOWN = 1;
    int TRUE = 2;

    /** Which of the three it is for a row. */
    int test(Fields fields);

    /** Whether it is true: rows for which it is unknown do not count. */
    default boolean holds(Fields fields) {
        return test(fields) == TRUE;
    }

    /** Compiles a condition. It gives the same results and reports the same errors as the evaluator does for it. */
    static Condition of(Bound bound) {
        return ConditionCompiler.compile(bound);
    }
}
