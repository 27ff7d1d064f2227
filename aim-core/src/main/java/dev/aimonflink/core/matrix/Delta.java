package dev.aimonflink.core.matrix;

import dev.aimonflink.core.schema.StoredColumn;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Holds the rows that changed in blocks that the pass has not read yet, so that the pass sees one cut. Each such row
 * has a slot: its cells in all columns, as three runs of ints, longs and codes. The slots of a block form a list,
 * because a block takes all its rows in at its first access after the pass has read it.
 *
 * <p>A turn empties cells of waiting rows lazily, as it does in blocks: a slot stores the turn after which it was
 * written, and cells of windows that have turned since are not read.
 *
 * <p>Slots are reused, so updating allocates nothing once the delta has grown.
 */
final class Delta {
    /**
     * From so many waiting rows on, each message, an event or a chunk of events, is followed by a slice of the pass. The 65,536
     * slots allocated by then leave 16,384 for their rows before the next growth.
     */
    static final int FULL_ROWS = 3 << 14;

    static final int NO_SLOT = -1;

    private static final int FIRST_CAPACITY = 64;

    private final Int2IntOpenHashMap slotOfRow = new Int2IntOpenHashMap();
    private final ColumnSet columns;
    private final int[] intSlots;
    private final int codeColumns;
    private final StoredColumn[] intColumns;
    private final StoredColumn[] longColumns;

    /** By window, the last turn that it was part of. */
    private final int[] lastTurnOf;

    private int turns;
    private int[] firstOfBlock = new int[0];
    private int[] rows = new int[FIRST_CAPACITY];
    private int[] next = new int[FIRST_CAPACITY];
    private int[] turnOfSlot = new int[FIRST_CAPACITY];
    private int[] ints;
    private long[] longs;
    private int[] codes;
    private int used;
    private int firstFree = NO_SLOT;

    Delta(ColumnSet columns, int codeColumns) {
        this.codeColumns = codeColumns;
        codes = new int[FIRST_CAPACITY * codeColumns];
        this.columns = columns;
        intSlots = columns.intSlots();
        intColumns = columns.ints().toArray(new StoredColumn[0]);
        longColumns = columns.longs().toArray(new StoredColumn[0]);
        lastTurnOf = new int[columns.schema().windows().size()];
        ints = new int[FIRST_CAPACITY * intSlots.length];
        longs = new long[FIRST_CAPACITY * longColumns.length];
        slotOfRow.defaultReturnValue(NO_SLOT);
    }

    /** Makes room for one more block. */
    void addBlock() {
        firstOfBlock = Arrays.copyOf(firstOfBlock, firstOfBlock.length + 1);
        firstOfBlock[firstOfBlock.length - 1] = NO_SLOT;
    }

    /** Drops the last block, which has no waiting rows. */
    void removeLastBlock() {
        firstOfBlock = Arrays.copyOf(firstOfBlock, firstOfBlock.length - 1);
    }

    int rows() {
        return slotOfRow.size();
    }

    boolean isFull() {
        return rows() >= FULL_ROWS;
    }

    boolean holdsRowsOf(int block) {
        return firstOfBlock[block] != NO_SLOT;
    }

    /** The slot of a row, or {@link #NO_SLOT}. */
    int find(int row) {
        return slotOfRow.get(row);
    }

    /** Adds a slot for a row that has none, with the codes that its block holds. */
    int add(int row, Block block) {
        final int slot = freeSlot();
        slotOfRow.put(row, slot);
        rows[slot] = row;
        next[slot] = firstOfBlock[row / Block.ROWS];
        firstOfBlock[row / Block.ROWS] = slot;
        for (int column = 0; column < codeColumns; column++) {
            codes[slot * codeColumns + column] = block.codes(column)[row % Block.ROWS];
        }
        return slot;
    }

    private int freeSlot() {
        if (firstFree != NO_SLOT) {
            final int slot = firstFree;
            firstFree = next[slot];
            return slot;
        }
        if (used == rows.length) {
            grow();
        }
        return used++;
    }

    private void grow() {
        final int capacity = rows.length * 2;
        rows = Arrays.copyOf(rows, capacity);
        next = Arrays.copyOf(next, capacity);
        turnOfSlot = Arrays.copyOf(turnOfSlot, capacity);
        ints = Arrays.copyOf(ints, capacity * intSlots.length);
        longs = Arrays.copyOf(longs, capacity * longColumns.length);
        codes = Arrays.copyOf(codes, capacity * codeColumns);
    }

    /** Empties all cells of the windows that turned. */
    void turned(BitSet windows) {
        turns++;
        for (int window = windows.nextSetBit(0); window >= 0; window = windows.nextSetBit(window + 1)) {
            lastTurnOf[window] = turns;
        }
    }

    private boolean isCurrent(int slot, StoredColumn column) {
        return turnOfSlot[slot] >= lastTurnOf[column.window()];
    }

    void writeAggregates(int slot, SubscriberRecord record) {
        turnOfSlot[slot] = turns;
        for (int i = 0; i < intSlots.length; i++) {
            ints[slot * intSlots.length + i] = record.ints()[intSlots[i]];
        }
        for (int i = 0; i < longColumns.length; i++) {
            longs[slot * longColumns.length + i] = columns.cell(i, record.longs());
        }
    }

    void writeCodes(int slot, int[] ofProfile) {
        System.arraycopy(ofProfile, 0, codes, slot * codeColumns, codeColumns);
    }

    /** Writes a block's waiting rows to it and frees their slots. The block is in the current windows. */
    void merge(int index, Block block) {
        int slot = firstOfBlock[index];
        firstOfBlock[index] = NO_SLOT;
        while (slot != NO_SLOT) {
            merge(slot, block, rows[slot] % Block.ROWS);
            slotOfRow.remove(rows[slot]);
            final int following = next[slot];
            next[slot] = firstFree;
            firstFree = slot;
            slot = following;
        }
    }

    private void merge(int slot, Block block, int rowInBlock) {
        for (int i = 0; i < intSlots.length; i++) {
            if (isCurrent(slot, intColumns[i])) {
                block.ints(i)[rowInBlock] = ints[slot * intSlots.length + i];
            }
        }
        for (int i = 0; i < longColumns.length; i++) {
            if (isCurrent(slot, longColumns[i])) {
                block.setLong(i, rowInBlock, longs[slot * longColumns.length + i]);
            }
        }
        for (int column = 0; column < codeColumns; column++) {
            block.codes(column)[rowInBlock] = codes[slot * codeColumns + column];
        }
    }

    /** How many of a slot's cells differ from its row's record and its profile's codes. */
    int differences(int slot, SubscriberRecord record, int[] ofProfile) {
        int differences = 0;
        for (int i = 0; i < ofProfile.length; i++) {
            differences += codes[slot * codeColumns + i] == ofProfile[i] ? 0 : 1;
        }
        for (int i = 0; i < intSlots.length; i++) {
            int cell = isCurrent(slot, intColumns[i]) ? ints[slot * intSlots.length + i] : (int) intColumns[i].empty();
            differences += cell == record.ints()[intSlots[i]] ? 0 : 1;
        }
        for (int i = 0; i < longColumns.length; i++) {
            long cell = isCurrent(slot, longColumns[i]) ? longs[slot * longColumns.length + i] : longColumns[i].empty();
            differences += cell == columns.cell(i, record.longs()) ? 0 : 1;
        }
        return differences;
    }
}
