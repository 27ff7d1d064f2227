package dev.aimonflink.sql.rows;

/** Ends a query that is no longer wanted. Runs every {@value Budget#STEPS_BETWEEN_CHECKS} rows. */
@FunctionalInterface
public interface StopCheck {
    StopCheck NEVER = () -> {};

    /** Throws the error that ends the query, if it was cancelled or takes too long. */
    void check();
}
