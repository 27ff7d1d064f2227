package dev.aimonflink.query.compute.scan;

/**
 * Limits of what a scan keeps; exceeding one fails the scan.
 *
 * @param distinctValues different values of one {@code count(distinct)} or percentile, over all groups
 */
public record VectorLimits(int groups, int distinctValues) {}
