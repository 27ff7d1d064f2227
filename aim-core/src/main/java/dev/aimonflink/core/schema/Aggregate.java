package dev.aimonflink.core.schema;

/**
 * One column of the matrix.
 *
 * @param window index into {@link MatrixSchema#windows()}
 * @param copy from 0; the benchmark repeats its 42 aggregates to reach the width of a real carrier's matrix
 * @param name unique in its schema
 */
public record Aggregate(Function function, CallFilter filter, int window, int copy, String name) {}
