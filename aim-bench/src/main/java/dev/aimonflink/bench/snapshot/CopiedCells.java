package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Set;

/**
 * The cells in blocks that are copied before the first write after a snapshot:
 *
 * <pre>
 *   live      b0  b1' b2'    the update thread writes to these
 *   snapshot  b0  b1  b2     the scan thread reads these: b1 and b2 have been copied since
 * </pre>
 *
 * <p>After the end of the snapshot, b1 is the target of the block's next copy, so nothing is allocated.
 */
final class CopiedCells implements KeptCells {
    private final SnapshotColumns columns;
    private final int blockRows;
    private final boolean[] isInt;
    private final int[] slots;

    /** By block and column. */
    private final int[][][] live;

    private final int[][][] spare;

    /** By block, the last snapshot for which it was copied. */
    private final int[] copiedFor;

    private int snapshots;
    private boolean isTaken;
    private long copyNanos;

    CopiedCells(SnapshotColumns columns, int blockRows) {
        this.columns = columns;
        this.blockRows = blockRows;
        isInt = new boolean[columns.count()];
        slots = new int[columns.count()];
        for (int i = 0; i < slots.length; i++) {
            isInt[i] = columns.column(i).isInt();
            slots[i] = columns.column(i).slot();
        }
        final int blocks = (columns.rows() + blockRows - 1) / blockRows;
        live = new int[blocks][slots.length][blockRows];
        spare = new int[blocks][slots.length][blockRows];
        copiedFor = new int[blocks];
    }

    @Override
    public void write(int row, EntityRecord record) {
        final int index = row / blockRows;
        if (isTaken && copiedFor[index] != snapshots) {
            copy(index);
        }
        final int[][] cells = live[index];
        final int at = row % blockRows;
        final int[] ints = record.ints();
        final long[] longs = record.longs();
        for (int i = 0; i < slots.length; i++) {
            cells[i][at] = isInt[i] ? ints[slots[i]] : SnapshotColumns.narrowed(longs[slots[i]]);
        }
    }

    private void copy(int index) {
        final long startNanos = System.nanoTime();
        final int[][] from = live[index];
        final int[][] to = spare[index];
        for (int i = 0; i < from.length; i++) {
            System.arraycopy(from[i], 0, to[i], 0, blockRows);
        }
        live[index] = to;
        spare[index] = from;
        copiedFor[index] = snapshots;
        copyNanos += System.nanoTime() - startNanos;
    }

    @Override
    public Snapshot take() {
        snapshots++;
        isTaken = true;
        return new References(live.clone(), blockRows);
    }

    @Override
    public void end() {
        isTaken = false;
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public long copyNanos() {
        return copyNanos;
    }

    @Override
    public int differences(int row, EntityRecord record) {
        int differences = 0;
        for (int i = 0; i < slots.length; i++) {
            differences += live[row / blockRows][i][row % blockRows] == columns.cell(i, record) ? 0 : 1;
        }
        return differences;
    }

    /** References to blocks that no longer change, given back all at once. */
    private record References(int[][][] blocks, int blockRows) implements Snapshot {
        @Override
        public void reads(Set<String> columns) {}

        @Override
        public int[] cells(int block, int column) {
            return blocks[block][column];
        }

        @Override
        public void readUpTo(int block) {}

        @Override
        public long nanos() {
            return 0;
        }
    }
}
