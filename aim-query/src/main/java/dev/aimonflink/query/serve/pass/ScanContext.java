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
 * @param rows that a scan opened now reads
 * @param keys the entity's key for one of a block's {@linkplain Block#ids() ids}
 * @param exports takes what an export copies
 * @param fillNanosOfRow how long it took lately to read the columns of a row that were not kept; 0 if unknown
 */
public record ScanContext(
        ColumnSet columns,
        AttributeColumns attributes,
        Kernels kernels,
        int rows,
        LongFunction<EntityId> keys,
        Exports exports,
        double fillNanosOfRow) {}
