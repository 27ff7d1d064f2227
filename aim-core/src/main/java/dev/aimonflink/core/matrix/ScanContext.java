package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Dimensions;

/** What a scan finds in the partition that it is opened on. Dictionaries hold every code of the rows to be scanned. */
public interface ScanContext {
    ColumnSet columns();

    Dictionary dictionary(Attribute attribute);

    Dimensions dimensions();

    Kernels kernels();

    /** Compares the rows of a block with their records; reads every record, so far slower than a query. */
    long countDifferences(Block block, int rows);
}
