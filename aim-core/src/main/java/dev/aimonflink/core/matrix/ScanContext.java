package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;

/** What a scan finds in the partition that it is opened on. */
public interface ScanContext {
    ColumnSet columns();

    DimensionCodes dimensions();

    Kernels kernels();
}
