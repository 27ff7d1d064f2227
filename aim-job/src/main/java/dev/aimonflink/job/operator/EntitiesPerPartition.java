package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.row.EntityBytes;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many entities one partition holds, and how that was computed. */
final class EntitiesPerPartition {
    /** The percentage of the heap for entities; the rest is for garbage, checkpoints and buffers. */
    static final int HEAP_PERCENT = 70;

    /** The log warns from this percentage of the limit on. */
    static final int WARNING_PERCENT = 90;

    private static final Logger LOG = LoggerFactory.getLogger(EntitiesPerPartition.class);

    private static final int PERCENT = 100;

    /** What {@link #bytesBeside} keeps free. */
    private static final int SPARE_PERCENT = 3;

    private static final int BYTES_PER_MIB = 1 << 20;

    private final int rows;

    /** 0 if the user has chosen the limit. */
    private final long bytesOfEntity;

    private final String arithmetic;
    private boolean hasWarned;

    private EntitiesPerPartition(long rows, long bytesOfEntity, String arithmetic) {
        this.bytesOfEntity = bytesOfEntity;
        this.rows = (int) Math.max(1, Math.min(Integer.MAX_VALUE, rows));
        this.arithmetic = arithmetic;
    }

    /** A partition's share of the user's number. */
    static EntitiesPerPartition given(long entities, int parallelism) {
        return new EntitiesPerPartition(
                (entities + parallelism - 1) / parallelism,
                0,
                AimOptions.MAX_ENTITIES.key() + "=" + entities + " / " + parallelism + " partitions");
    }

    /**
     * The number of entities that fit the heap.
     *
     * @param recordsOnHeap false if the state backend keeps the records elsewhere
     */
    static EntitiesPerPartition ofHeap(long heapBytes, int partitions, ColumnSet columns, boolean recordsOnHeap) {
        long recordBytes = recordsOnHeap ? EntityBytes.ofRecord(columns) : 0;
        long rowBytes = EntityBytes.ofRow(columns);
        long share = heapBytes / PERCENT * HEAP_PERCENT / partitions;
        return new EntitiesPerPartition(
                share / (recordBytes + rowBytes),
                recordBytes + rowBytes,
                String.format(
                        Locale.ROOT,
                        "%d%% of %d MiB of heap / %d partitions / %d bytes (a record %d, its columns %d); set %s to"
                                + " choose another limit",
                        HEAP_PERCENT,
                        heapBytes / BYTES_PER_MIB,
                        partitions,
                        recordBytes + rowBytes,
                        recordBytes,
                        rowBytes,
                        AimOptions.MAX_ENTITIES.key()));
    }

    int rows() {
        return rows;
    }

    /** For how many entities there is no room, because something else takes bytes. */
    int roomOf(long bytes) {
        return bytesOfEntity == 0 ? 0 : (int) Math.min(rows, bytes / bytesOfEntity);
    }

    /** How many bytes are left beside so many entities and some more that may come; no limit if the user has chosen that of entities. */
    long bytesBeside(int rowsNow) {
        final long spare = (long) rows / PERCENT * SPARE_PERCENT;
        return bytesOfEntity == 0 ? Long.MAX_VALUE : Math.max(0, rows - rowsNow - spare) * bytesOfEntity;
    }

    @Override
    public String toString() {
        return rows + " = " + arithmetic;
    }

    /** Warns the first time that the rows come near the limit. */
    void warnIfNear(int rowsNow) {
        if (isWarningDue(rowsNow)) {
            LOG.warn(
                    "This partition holds {} rows of at most {}. Raise {}, give the TaskManagers more memory, or"
                            + " set {}.",
                    rowsNow,
                    rows,
                    AimOptions.MAX_ENTITIES.key(),
                    AimOptions.FORGET_AFTER.key());
        }
    }

    /** True the first time that the rows reach {@link #WARNING_PERCENT}. */
    boolean isWarningDue(int rowsNow) {
        final boolean near = rowsNow >= (long) rows * WARNING_PERCENT / PERCENT;
        final boolean due = near && !hasWarned;
        hasWarned |= near;
        return due;
    }
}
