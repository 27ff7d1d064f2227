package dev.aimonflink.core.schema;

/**
 * One column that is not stored, but computed from other columns of its filter, window and copy.
 *
 * @param window index into {@link MatrixSchema#windows()}
 * @param copy from 0
 * @param name unique in its schema
 */
public record DerivedAggregate(Derived derived, CallFilter filter, int window, int copy, String name) {}
