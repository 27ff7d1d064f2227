package dev.aimonflink.sql.pattern;

/** Receives work that depends on values, about the characters read or made, or the words of long numbers; only a budget counts it. */
public interface Work {
    /** Batch size for reporting small amounts. */
    int AT_ONCE = 1_024;

    Work UNLIMITED = new Work() {};

    /**
     * @param position of the expression that does it
     * @throws dev.aimonflink.sql.SqlException beyond the budget
     */
    default void spend(long amount, int position) {}
}
