package dev.aimonflink.sql.plan;

import java.util.List;

/**
 * A query with the queries in its expressions, which do not depend on its rows: each is run once, before all that use it.
 *
 * @param initials in an order in which each uses only earlier ones; {@link dev.aimonflink.sql.bind.Bound.Initial} names one by index
 */
public record PlannedQuery(Plan plan, List<Initial> initials) {
    /** A query in an expression. */
    public record Initial(Kind kind, Plan plan) {
        /** What an expression takes of its rows. */
        public enum Kind {
            /** The one value of its only row; null if there is no row. More rows are an error. */
            VALUE,
            /** Whether there is a row. */
            EXISTS,
            /** All values of its only column. */
            SET
        }
    }
}
