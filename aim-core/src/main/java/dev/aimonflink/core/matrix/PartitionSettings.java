package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.Dimensions;
import java.time.ZoneId;

/**
 * The settings that all partitions of a job share.
 *
 * @param columns the schema, and its aggregates that have a column
 * @param zone the time zone of the windows
 */
public record PartitionSettings(
        ColumnSet columns, Dimensions dimensions, ZoneId zone, Kernels kernels, RowLimits limits) {
    /** Without a limit to the rows. */
    public PartitionSettings(ColumnSet columns, Dimensions dimensions, ZoneId zone, Kernels kernels) {
        this(columns, dimensions, zone, kernels, RowLimits.NONE);
    }
}
