package dev.aimonflink.matrix.column;

import java.util.Set;

/** The blocks of a cut for a pass on the updating thread; updates wait where the pass has not been yet. */
final class OpenCut implements HeldBlocks {
    private final Columns columns;
    private final int rows;
    private int read;

    OpenCut(Columns columns) {
        this.columns = columns;
        this.rows = columns.rows();
    }

    boolean isToBeRead(int row) {
        return row < rows && !isRead(row / Block.ROWS);
    }

    boolean isRead(int index) {
        return index < read;
    }

    @Override
    public int count() {
        return (rows + Block.ROWS - 1) / Block.ROWS;
    }

    @Override
    public int rows() {
        return rows;
    }

    /** All columns are as in the cut. */
    @Override
    public void reads(Set<String> names) {}

    /** One thread reads it and makes the blocks ready itself. */
    @Override
    public void settle(int end) {}

    @Override
    public Block open(int index) {
        return columns.refresh(index);
    }

    @Override
    public void readUpTo(int index) {
        assert index >= read && index <= count() : "blocks are given back in order";
        read = index;
    }

    @Override
    public void release() {
        columns.release(this);
    }

    /** Blocks are updated again once read. */
    @Override
    public boolean isAsWas() {
        return false;
    }

    @Override
    public void beginAgain() {
        throw new IllegalStateException("An open cut is read once.");
    }
}
