package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import java.util.function.LongFunction;

/**
 * The parts of a partition that a scan uses.
 *
 * @param rows how many rows a scan reads that is opened now
 * @param keys the key of the entity of one of the {@linkplain Block#ids() ids} of a block
 */
public record ScanContext(
        ColumnSet columns, AttributeColumns attributes, Kernels kernels, int rows, LongFunction<EntityId> keys) {}
