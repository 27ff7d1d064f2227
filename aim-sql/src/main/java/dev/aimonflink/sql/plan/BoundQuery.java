package dev.aimonflink.sql.plan;

import java.util.List;

/** @param outputs of the plan, which take long to find */
record BoundQuery(Plan plan, List<Output> outputs) {
    /** The same columns for another plan. */
    BoundQuery of(Plan other) {
        return new BoundQuery(other, outputs);
    }
}
