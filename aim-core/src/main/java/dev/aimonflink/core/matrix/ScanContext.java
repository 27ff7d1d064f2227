package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;

/** The parts of a partition that a scan uses. */
public interface ScanContext {
    ColumnSet columns();

    DimensionCodes dimensions();

    Kernels kernels();
}
