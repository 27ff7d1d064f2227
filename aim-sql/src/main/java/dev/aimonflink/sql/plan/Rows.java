package dev.aimonflink.sql.plan;

import java.util.List;

/**
 * A query that is bound.
 *
 * @param outputs those of the plan, which takes long to find them
 */
record Rows(Plan plan, List<Output> outputs) {
    Rows(Plan plan) {
        this(plan, plan.outputs());
    }

    /** The same columns of another plan. */
    Rows of(Plan other) {
        return new Rows(other, outputs);
    }
}
