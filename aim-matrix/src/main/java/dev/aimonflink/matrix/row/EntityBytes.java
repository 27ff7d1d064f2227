package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.ColumnSet;

/** The heap that an entity takes, for limiting a partition's rows and for planning memory. */
public final class EntityBytes {
    /** Besides a record's aggregates: its objects, its profile, and the entry and key in the state backend. */
    public static final int AROUND_A_RECORD = 300;

    /** Besides a row's columns: its id, its codes, its age and its index entry. */
    public static final int AROUND_A_ROW = 70;

    private EntityBytes() {}

    public static long ofRecord(ColumnSet columns) {
        return columns.schema().layout().bytes() + AROUND_A_RECORD;
    }

    /** With columns of 32 bits: wider ones take twice as much. */
    public static long ofRow(ColumnSet columns) {
        return (long) Integer.BYTES * columns.cells() + AROUND_A_ROW;
    }
}
