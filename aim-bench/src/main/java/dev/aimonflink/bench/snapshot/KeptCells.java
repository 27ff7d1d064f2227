package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Set;

/** The cells of the kept columns of all rows, owned by the update thread. At most one snapshot of them is in use. */
interface KeptCells {
    /** The cells as they were at one moment, for the scan thread; each query reads all blocks. */
    interface Snapshot {
        /** Says which columns will be read, before any is. */
        void reads(Set<String> columns);

        /** The rows of each block but the last. */
        int blockRows();

        /** The cells of a block in a column, by its index in {@link SnapshotColumns}. */
        int[] cells(int block, int column);

        /** Gives back the blocks before this one. */
        void readUpTo(int block);

        /** The scan thread's time for making blocks ready. */
        long nanos();
    }

    /** Copies the cells of all kept columns from a record in the present windows. */
    void write(int row, EntityRecord record);

    Snapshot take();

    /** Ends the snapshot, all of whose blocks the scan thread has given back. */
    void end();

    /** Whether so many rows wait that the scan thread should come first. */
    boolean isFull();

    /** The update thread's time for copying blocks. */
    long copyNanos();

    int differences(int row, EntityRecord record);
}
