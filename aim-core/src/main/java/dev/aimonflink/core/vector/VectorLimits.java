package dev.aimonflink.core.vector;

/**
 * How much a scan keeps. More is an error.
 *
 * @param groups how many groups
 * @param distinctValues how many different values of one {@code count(distinct)} or percentile, over all groups
 */
public record VectorLimits(int groups, int distinctValues) {}
