package dev.aimonflink.sql.rows;

/** Is asked every {@value Budget#STEPS_BETWEEN_CHECKS} rows whether a query is still wanted. */
@FunctionalInterface
public interface StopCheck {
    StopCheck NEVER = () -> {};

    /** Throws the error that ends the query, if it was cancelled or takes too long. */
    void check();
}
