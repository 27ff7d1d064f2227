package dev.aimonflink.sql.plan;

import java.util.List;

/**
 * A query that is bound.
 *
 * @param outputs those of the plan, which takes long to find them
 */
record BoundQuery(Plan plan, List<Output> outputs) {
    /** The same columns of another plan. */
    BoundQuery of(Plan other) {
        return new BoundQuery(other, outputs);
    }
}
