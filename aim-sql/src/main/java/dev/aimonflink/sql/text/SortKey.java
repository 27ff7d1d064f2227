package dev.aimonflink.sql.text;

/**
 * What rows are sorted by.
 *
 * @param value as written: a number is an item's of SELECT
 * @param nullsFirst as written, or PostgreSQL's default: nulls are larger than all values
 */
public record SortKey(Expression value, boolean isDescending, boolean nullsFirst) {}
