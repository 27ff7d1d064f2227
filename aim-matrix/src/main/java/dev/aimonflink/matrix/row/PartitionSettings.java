package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.names.EntityTables;
import java.time.ZoneId;

/**
 * The settings that all partitions of a job share.
 *
 * @param columns the schema, and the aggregates that have a column
 * @param scanBytes how much all scans of a partition may keep together
 * @param exportBytes how much of that the copy for an export may take
 * @param maxHoldNanos the longest time for which a cut is held between two rounds, while other queries wait
 */
public record PartitionSettings(
        ColumnSet columns,
        EntityTables tables,
        ZoneId zone,
        Kernels kernels,
        RowLimits limits,
        long scanBytes,
        long exportBytes,
        long maxHoldNanos) {
    public static final long USUAL_MAX_HOLD_NANOS = 250_000_000;

    /** Where an export may take all that scans may. */
    public PartitionSettings(
            ColumnSet columns,
            EntityTables tables,
            ZoneId zone,
            Kernels kernels,
            RowLimits limits,
            long scanBytes,
            long maxHoldNanos) {
        this(columns, tables, zone, kernels, limits, scanBytes, scanBytes, maxHoldNanos);
    }

    /** Without a limit on the memory of scans. */
    public PartitionSettings(ColumnSet columns, EntityTables tables, ZoneId zone, Kernels kernels, RowLimits limits) {
        this(columns, tables, zone, kernels, limits, Long.MAX_VALUE, USUAL_MAX_HOLD_NANOS);
    }

    /** Without a limit on rows. */
    public PartitionSettings(ColumnSet columns, EntityTables tables, ZoneId zone, Kernels kernels) {
        this(columns, tables, zone, kernels, RowLimits.NONE);
    }
}
