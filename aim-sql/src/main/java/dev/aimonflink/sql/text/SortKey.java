package dev.aimonflink.sql.text;

/**
 * What rows are sorted by.
 *
 * @param value as it was written: a number is the number of an item of SELECT
 * @param nullsFirst what was written, or else what PostgreSQL does: nulls are larger than all values
 */
public record SortKey(Expression value, boolean isDescending, boolean nullsFirst) {}
