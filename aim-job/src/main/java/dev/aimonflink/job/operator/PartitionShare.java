package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanScheduler;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.time.Duration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.execution.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's share of the job's rows, and of the heap that it shares.
 *
 * @param slots of the TaskManager: as many partitions share its heap, unless the job has fewer
 */
record PartitionShare(JobSettings settings, int slots, int parallelism) {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionShare.class);

    /** The percentage of the heap for statements in SQL, besides that of {@link EntitiesPerPartition}. */
    private static final int SQL_HEAP_PERCENT = 15;

    /** For deltas: the same, so that {@link EntitiesPerPartition} leaves room for both. */
    private static final int DELTAS_HEAP_PERCENT = 15;

    /** For what rules remember, out of the part of {@link EntitiesPerPartition}. */
    private static final int FIRINGS_HEAP_PERCENT = 15;

    /** For columns that are kept because they are asked, likewise. */
    private static final int COLUMNS_HEAP_PERCENT = 15;

    static PartitionShare of(JobSettings settings, Environment task) {
        return new PartitionShare(
                settings,
                task.getTaskManagerInfo().getConfiguration().get(TaskManagerOptions.NUM_TASK_SLOTS),
                task.getTaskInfo().getNumberOfParallelSubtasks());
    }

    /** A thread beside each partition needs a core that no partition has. */
    private boolean hasIdleCore() {
        return slots < Runtime.getRuntime().availableProcessors();
    }

    /** Lets scans run where configured, or where there are cores for them. */
    void schedule(ScanScheduler scheduler, int partition) {
        scheduler.use(
                settings.scanPolicy(hasIdleCore()),
                Runtime.getRuntime().maxMemory() / 100 * DELTAS_HEAP_PERCENT / partitionsOfHeap(),
                (from, to, outlook) -> LOG.info(
                        "Scans of partition {} run in the state {} from now on, and not in {} any more{}.",
                        partition,
                        to.label(),
                        from.label(),
                        outlook == null ? ", as it was set" : ": " + outlook.inWords()));
        try {
            scheduler.set(settings.scans().orElse(hasIdleCore() ? ScanSetting.ADAPTIVE : new ScanSetting(ScanMode.S1)));
        } catch (InvalidInputException noMemory) {
            LOG.warn("{} Until then scans of partition {} run in the mode s1.", noMemory.getMessage(), partition);
            scheduler.set(ScanMode.S1);
        }
    }

    private int partitionsOfHeap() {
        return Math.min(Math.max(1, slots), parallelism);
    }

    /** @param recordsOnHeap false if the state backend keeps the records elsewhere */
    EntitiesPerPartition rows(boolean recordsOnHeap) {
        EntitiesPerPartition limit = settings.maxEntities()
                .map(given -> EntitiesPerPartition.given(given, parallelism))
                .orElseGet(() -> EntitiesPerPartition.ofHeap(
                        Runtime.getRuntime().maxMemory(), partitionsOfHeap(), settings.columnSet(), recordsOnHeap));
        LOG.info("This partition holds at most {} rows.", limit);
        return limit;
    }

    PartitionSettings settings(EntitiesPerPartition limit, Kernels kernels) {
        RowLimits rows = new RowLimits(
                limit.rows(), settings.forgetAfter().map(Duration::toMillis).orElse(RowLimits.NEVER));
        return new PartitionSettings(
                settings.columnSet(),
                settings.tables(),
                settings.zone(),
                kernels,
                rows,
                bytesOfStatements(),
                bytesOfExport(),
                settings.maxHoldTime().toNanos());
    }

    /** What rules may remember; new entities leave room for it, see {@link EntitiesPerPartition#roomOf}. */
    long bytesOfFirings() {
        return settings.rules().maxBytesOrNull() != null
                ? settings.rules().maxBytesOrNull()
                : Runtime.getRuntime().maxMemory() / 100 * FIRINGS_HEAP_PERCENT / partitionsOfHeap();
    }

    /** What columns may take that are not of the setting; new entities leave room for it likewise. */
    long bytesOfAskedColumns() {
        return settings.columnsBytes()
                .orElseGet(() -> Runtime.getRuntime().maxMemory() / 100 * COLUMNS_HEAP_PERCENT / partitionsOfHeap());
    }

    /** By default, half of what statements may keep, of which it is. */
    private long bytesOfExport() {
        return settings.exportBytes().orElseGet(() -> bytesForStatements() / 2);
    }

    private long bytesForStatements() {
        return settings.sqlTotalBytes()
                .orElseGet(() -> Runtime.getRuntime().maxMemory() / 100 * SQL_HEAP_PERCENT / partitionsOfHeap());
    }

    private long bytesOfStatements() {
        final long bytes = bytesForStatements();
        LOG.info(
                "The statements that run in this partition may keep {} together, set by {}, or by the heap without it.",
                new MemorySize(bytes).toHumanReadableString(),
                AimOptions.SQL_MAX_TOTAL_MEMORY.key());
        return bytes;
    }
}
