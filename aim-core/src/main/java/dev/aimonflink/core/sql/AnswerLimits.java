package dev.aimonflink.core.sql;

import dev.aimonflink.sql.rows.RowLimits;

/**
 * What one statement may use at most. Exceeding one is an error.
 *
 * @param rows of the answer
 * @param groups of a GROUP BY, in a partition and in all
 * @param values that differ, of all groups of a function that takes equal ones once or is a percentile, in a partition and in all
 * @param movedRows of the matrix that a partition sends to the merger, and that the merger keeps
 */
public record AnswerLimits(int rows, int groups, int values, int movedRows) {
    public static final AnswerLimits USUAL = new AnswerLimits(10_000, 100_000, 100_000, 100_000);

    RowLimits ofMerger() {
        return new RowLimits(groups, movedRows, rows);
    }
}
