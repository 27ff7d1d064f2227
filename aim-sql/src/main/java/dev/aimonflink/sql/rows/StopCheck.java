package dev.aimonflink.sql.rows;

/** Ends a query that is no longer wanted, or that uses too much. */
@FunctionalInterface
public interface StopCheck {
    StopCheck NEVER = () -> {};

    /** Steps, each as much work as for one row: few enough for a cancelled query to end at once, and so many that asking costs nothing. */
    int STEPS_BETWEEN_CHECKS = 256;

    /** Throws the error that ends the query, if it was cancelled or takes too long. */
    void check();

    /** The same after so many small pieces of work, each as much as for one row. */
    default void checkAfter(int steps) {
        check();
    }

    /** Takes note of about how many bytes more the query keeps, or less if they are negative. It may end the query, too. */
    default void keep(long bytes) {}
}
