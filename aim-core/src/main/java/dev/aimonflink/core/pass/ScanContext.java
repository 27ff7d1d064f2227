package dev.aimonflink.core.pass;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.ColumnSet;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.names.AttributeColumns;

/** The parts of a partition that a scan uses. */
public interface ScanContext {
    ColumnSet columns();

    /** How many rows a scan reads that is opened now. */
    int rows();

    AttributeColumns attributes();

    Kernels kernels();

    /** The key of the entity of one of the {@linkplain Block#ids() ids} of a block. */
    EntityId keyOf(long id);
}
