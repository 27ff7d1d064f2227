package dev.aimonflink.query.sqllogic;

import java.util.List;

/** A statement or a query of a file. */
public sealed interface LogicRecord {
    /** Where it begins in its file; the first line is 1. */
    int line();

    String sql();

    /**
     * A statement that makes a table or a row, or that fails.
     *
     * @param isOk whether it succeeds
     * @param error else: with what its code, a blank and its message begin
     */
    record Statement(int line, boolean isOk, String error, String sql) implements LogicRecord {}

    /**
     * A query with its answer.
     *
     * @param types a letter for each column: I for whole numbers, R for numbers with three decimals, T for texts
     */
    record Question(int line, String types, Order order, String sql, Expected expected) implements LogicRecord {}

    /** The order in which values are compared. */
    enum Order {
        /** As the query gives them. */
        NOSORT,
        ROWSORT,
        VALUESORT
    }

    /**
     * The values of an answer, row by row.
     *
     * @param values null if the file has only their number and their hash
     * @param md5 of each value with a line feed behind it; null if the file has the values
     */
    record Expected(List<String> values, int count, String md5) {
        static Expected of(List<String> values) {
            return new Expected(List.copyOf(values), values.size(), null);
        }

        static Expected hash(int count, String md5) {
            return new Expected(null, count, md5);
        }
    }
}
