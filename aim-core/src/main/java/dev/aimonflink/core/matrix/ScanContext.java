package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.AttributeColumns;

/** The parts of a partition that a scan uses. */
public interface ScanContext {
    ColumnSet columns();

    AttributeColumns attributes();

    Kernels kernels();
}
