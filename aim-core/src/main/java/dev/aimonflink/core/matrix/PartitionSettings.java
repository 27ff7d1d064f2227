package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.EntityTables;
import java.time.ZoneId;

/**
 * The settings that all partitions of a job share.
 *
 * @param columns the schema, and its aggregates that have a column
 * @param tables those of the model
 * @param zone the time zone of the windows
 */
public record PartitionSettings(
        ColumnSet columns, EntityTables tables, ZoneId zone, Kernels kernels, RowLimits limits) {
    /** Without a limit to the rows. */
    public PartitionSettings(ColumnSet columns, EntityTables tables, ZoneId zone, Kernels kernels) {
        this(columns, tables, zone, kernels, RowLimits.NONE);
    }
}
