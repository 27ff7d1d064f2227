package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.program.VectorColumns;

/**
 * What all aggregates of a scan by vectors share.
 *
 * @param mostValues how many different values each aggregate may keep
 */
public record VectorScope(Primitives primitives, VectorColumns columns, boolean isGrouped, int mostValues) {}
