package dev.aimonflink.sql.rows;

/**
 * What a query may use at most. Exceeding one is an error.
 *
 * @param maxGroups of one GROUP BY
 * @param maxRowsKept in memory by all that sorts, joins or compares rows, added up until the query ends
 * @param maxRowsReturned in the answer
 */
public record RowLimits(int maxGroups, long maxRowsKept, int maxRowsReturned) {}
