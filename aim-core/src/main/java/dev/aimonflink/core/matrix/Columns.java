package dev.aimonflink.core.matrix;

import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.WindowClock;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a partition: a growing list of blocks, in which a row keeps its number for good. While a cut is held,
 * the rows of the cut do not change: their updates wait in the {@link Delta}.
 */
final class Columns {
    private final ColumnSet columnSet;
    private final WindowClock clock;
    private final List<Block> blocks = new ArrayList<>();
    private final Delta delta;
    private int rows;
    private int cutRows;
    private long bytes;

    Columns(ColumnSet columnSet, WindowClock clock) {
        this.columnSet = columnSet;
        this.clock = clock;
        delta = new Delta(columnSet);
    }

    int rows() {
        return rows;
    }

    /** Adds a row without calls and without a profile. */
    int append(long subscriberId) {
        int row = rows++;
        if (row / Block.ROWS == blocks.size()) {
            blocks.add(new Block(columnSet));
            weigh();
        }
        blockOf(row).subscriber(row % Block.ROWS, subscriberId);
        return row;
    }

    /** Takes over what a kind of call changed in a record. */
    void writeAggregates(int row, SubscriberRecord record, CallFilter kind) {
        if (row < cutRows) {
            delta.writeAggregates(slotOf(row), record);
        } else {
            currentBlockOf(row).writeAggregates(row % Block.ROWS, record, columnSet.touchedBy(kind));
        }
    }

    void writeRow(int row, SubscriberRecord record, int[] codes) {
        writeAggregates(row, record, CallFilter.ALL);
        if (row < cutRows) {
            delta.writeCodes(slotOf(row), codes);
        } else {
            blockOf(row).writeCodes(row % Block.ROWS, codes);
        }
    }

    private int slotOf(int row) {
        int slot = delta.find(row);
        return slot >= 0 ? slot : delta.add(row, blockOf(row), row % Block.ROWS);
    }

    /** From now on the present rows stay as they are, until {@link #releaseCut}. */
    void holdCut() {
        cutRows = rows;
        weigh();
    }

    /** Now and then: costs that widen are not worth counting at once. */
    private void weigh() {
        bytes = 0;
        for (Block block : blocks) {
            bytes += block.bytes();
        }
    }

    /** The memory of all blocks, as of the last pass or the last new block. */
    long bytes() {
        return bytes;
    }

    /** Lets the updates in that waited. Before a turn, so that they land in the windows that they are of. */
    void releaseCut() {
        cutRows = 0;
        for (int slot = 0; slot < delta.size(); slot++) {
            int row = delta.row(slot);
            delta.merge(slot, currentBlockOf(row), row % Block.ROWS);
        }
        delta.clear();
    }

    boolean deltaIsFull() {
        return delta.isFull();
    }

    int cutBlocks() {
        return (cutRows + Block.ROWS - 1) / Block.ROWS;
    }

    int cutRows() {
        return cutRows;
    }

    /** How many rows of a block belong to the cut. */
    int cutRowsIn(int block) {
        return Math.min(Block.ROWS, cutRows - block * Block.ROWS);
    }

    /** A block with all cells in the current windows. */
    Block block(int index) {
        Block block = blocks.get(index);
        block.turnTo(clock);
        return block;
    }

    /** How many cells of a row, as updated, differ from its record. */
    int differences(int row, SubscriberRecord record, int[] codes) {
        int slot = row < cutRows ? delta.find(row) : -1;
        return slot < 0
                ? currentBlockOf(row).differences(row % Block.ROWS, record, codes)
                : delta.differences(slot, record, codes);
    }

    private Block blockOf(int row) {
        return blocks.get(row / Block.ROWS);
    }

    private Block currentBlockOf(int row) {
        return block(row / Block.ROWS);
    }
}
