package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Set;

/** The cells of the kept columns of all rows. They are the update thread's. At most one snapshot of them is in use. */
interface KeptCells {
    /** The cells as they were at one moment, for the scan thread. Each query reads all blocks. */
    interface Snapshot {
        /** Says, before any is read, which columns will be. */
        void reads(Set<String> columns);

        /** How many rows each block has but the last. */
        int blockRows();

        /** The cells of a block in one of the columns, by its place in {@link SnapshotColumns}. */
        int[] cells(int block, int column);

        /** Gives back the blocks before this one. */
        void readUpTo(int block);

        /** What it took the scan thread to make blocks ready. */
        long nanos();
    }

    /** Copies the cells of all kept columns from a record in the present windows. */
    void write(int row, EntityRecord record);

    Snapshot take();

    /** Ends the snapshot, of which the scan thread has given back all blocks. */
    void end();

    /** Whether so many rows wait that the scan thread should come first. */
    boolean isFull();

    /** What it took the update thread to copy blocks. */
    long copyNanos();

    /** How many cells of a row differ from its record in the present windows. */
    int differences(int row, EntityRecord record);
}
