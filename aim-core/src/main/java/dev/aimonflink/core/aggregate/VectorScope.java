package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.program.VectorColumns;

/**
 * What all calls of a scan by vectors share.
 *
 * @param mostValues how many different values each of them may keep
 */
public record VectorScope(Primitives primitives, VectorColumns columns, boolean isGrouped, int mostValues) {}
