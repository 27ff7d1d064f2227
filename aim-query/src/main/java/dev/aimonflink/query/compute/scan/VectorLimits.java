package dev.aimonflink.query.compute.scan;

/**
 * The limits of what a scan keeps. A scan that exceeds one fails.
 *
 * @param groups how many groups
 * @param distinctValues how many different values of one {@code count(distinct)} or percentile, over all groups
 */
public record VectorLimits(int groups, int distinctValues) {}
