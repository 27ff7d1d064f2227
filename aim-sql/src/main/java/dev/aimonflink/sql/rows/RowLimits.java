package dev.aimonflink.sql.rows;

/**
 * What a query may use at most. Exceeding one is an error.
 *
 * @param maxGroups of one GROUP BY
 * @param maxRowsKept in memory at once, by all that sorts, joins, compares or counts rows without their duplicates
 * @param maxRowsReturned in the answer
 */
public record RowLimits(int maxGroups, long maxRowsKept, int maxRowsReturned) {}
