package dev.aimonflink.sql.rows;

/** Ends a query that is no longer wanted, or uses too much. */
@FunctionalInterface
public interface StopCheck {
    StopCheck NEVER = () -> {};

    /** In units of the work for one row: few enough for a cancelled query to end at once, and so many that checking costs nothing. */
    int STEPS_BETWEEN_CHECKS = 256;

    /** Throws the error that ends a cancelled or slow query. */
    void check();

    /** The same after small pieces of work, each as for one row. */
    default void checkAfter(int steps) {
        check();
    }

    /** Notes about how many more bytes the query keeps, or fewer if negative; may end the query, too. */
    default void keep(long bytes) {}
}
