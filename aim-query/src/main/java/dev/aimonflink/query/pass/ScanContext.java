package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;

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
