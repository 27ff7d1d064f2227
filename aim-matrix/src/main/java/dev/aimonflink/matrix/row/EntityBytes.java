package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.ColumnSet;

/** The heap that an entity takes: what limits the rows of a partition, and what a person plans memory by. */
public final class EntityBytes {
    /** Beside a record's aggregates: its objects, its profile, and the entry and the key in the state backend. */
    public static final int AROUND_A_RECORD = 300;

    /** Beside a row's columns: its id, its codes, its age and its entry in the index. */
    public static final int AROUND_A_ROW = 70;

    private EntityBytes() {}

    public static long ofRecord(ColumnSet columns) {
        return columns.schema().layout().bytes() + AROUND_A_RECORD;
    }

    /** With columns of 32 bits: those of the few values beyond take twice as much. */
    public static long ofRow(ColumnSet columns) {
        return (long) Integer.BYTES * columns.cells() + AROUND_A_ROW;
    }
}
