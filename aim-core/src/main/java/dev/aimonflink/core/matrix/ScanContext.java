package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;

/** What a scan finds in the partition that it is opened on. */
public interface ScanContext {
    ColumnSet columns();

    DimensionCodes dimensions();

    Kernels kernels();

    /** Compares some rows of a block with their records; reads every record, so far slower than a query. */
    long countDifferences(Block block, int from, int to);
}
