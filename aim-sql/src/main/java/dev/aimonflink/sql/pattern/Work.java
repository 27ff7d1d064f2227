package dev.aimonflink.sql.pattern;

/**
 * Takes note of work that depends on values: about how many characters are read or made, or words of long numbers. Nobody counts it
 * unless there is a budget.
 */
public interface Work {
    /** So much is said at once, where it is little by little. */
    int AT_ONCE = 1_024;

    /** Is not counted. */
    Work UNLIMITED = new Work() {};

    /**
     * @param position of the expression that takes it
     * @throws dev.aimonflink.sql.SqlException beyond the budget
     */
    default void spend(long amount, int position) {}
}
