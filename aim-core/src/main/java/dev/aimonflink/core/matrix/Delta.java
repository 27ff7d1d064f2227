package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Attribute;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * The rows that changed during a pass, kept aside so that the pass sees one cut of the columns, and merged when it ends.
 *
 * <p>Each such row has a slot: its cells in all columns, as three runs of ints, longs and keys. Slots are reused from
 * pass to pass, so updating allocates nothing once the delta has grown.
 */
final class Delta {
    /** Beyond this the pass is hurried to its end: a bound on memory, and on the time that merging takes. */
    static final int MAX_ROWS = 1 << 16;

    private static final int NO_SLOT = -1;
    private static final int FIRST_CAPACITY = 64;

    private final Int2IntOpenHashMap slotOfRow = new Int2IntOpenHashMap();
    private final int[] intSlots;
    private final int[] longSlots;
    private int[] rows = new int[FIRST_CAPACITY];
    private int[] ints;
    private long[] longs;
    private int[] keys = new int[FIRST_CAPACITY * Attribute.COUNT];
    private int size;

    Delta(ColumnSet columns) {
        intSlots = columns.intSlots();
        longSlots = columns.longSlots();
        ints = new int[FIRST_CAPACITY * intSlots.length];
        longs = new long[FIRST_CAPACITY * longSlots.length];
        slotOfRow.defaultReturnValue(NO_SLOT);
    }

    boolean isFull() {
        return size >= MAX_ROWS;
    }

    /** The slot of a row, or a negative number. */
    int find(int row) {
        return slotOfRow.get(row);
    }

    /** Makes a slot for a row that has none, with the keys that its block holds. */
    int add(int row, Block block, int rowInBlock) {
        if (size == rows.length) {
            grow();
        }
        int slot = size++;
        slotOfRow.put(row, slot);
        rows[slot] = row;
        for (int key = 0; key < Attribute.COUNT; key++) {
            keys[slot * Attribute.COUNT + key] = block.keyCells(key)[rowInBlock];
        }
        return slot;
    }

    private void grow() {
        int capacity = rows.length * 2;
        rows = Arrays.copyOf(rows, capacity);
        ints = Arrays.copyOf(ints, capacity * intSlots.length);
        longs = Arrays.copyOf(longs, capacity * longSlots.length);
        keys = Arrays.copyOf(keys, capacity * Attribute.COUNT);
    }

    void writeAggregates(int slot, SubscriberRecord record) {
        for (int i = 0; i < intSlots.length; i++) {
            ints[slot * intSlots.length + i] = record.ints()[intSlots[i]];
        }
        for (int i = 0; i < longSlots.length; i++) {
            longs[slot * longSlots.length + i] = record.longs()[longSlots[i]];
        }
    }

    void writeKeys(int slot, int[] codes) {
        System.arraycopy(codes, 0, keys, slot * Attribute.COUNT, Attribute.COUNT);
    }

    int size() {
        return size;
    }

    int row(int slot) {
        return rows[slot];
    }

    /** Writes a slot's cells to its row. */
    void merge(int slot, Block block, int rowInBlock) {
        for (int i = 0; i < intSlots.length; i++) {
            block.ints(i)[rowInBlock] = ints[slot * intSlots.length + i];
        }
        for (int i = 0; i < longSlots.length; i++) {
            block.longs(i)[rowInBlock] = longs[slot * longSlots.length + i];
        }
        for (int key = 0; key < Attribute.COUNT; key++) {
            block.keyCells(key)[rowInBlock] = keys[slot * Attribute.COUNT + key];
        }
    }

    /** How many of a slot's cells differ from its row's record and its keys' codes. */
    int differences(int slot, SubscriberRecord record, int[] codes) {
        int differences = 0;
        for (int i = 0; i < codes.length; i++) {
            differences += keys[slot * codes.length + i] == codes[i] ? 0 : 1;
        }
        for (int i = 0; i < intSlots.length; i++) {
            differences += ints[slot * intSlots.length + i] == record.ints()[intSlots[i]] ? 0 : 1;
        }
        for (int i = 0; i < longSlots.length; i++) {
            differences += longs[slot * longSlots.length + i] == record.longs()[longSlots[i]] ? 0 : 1;
        }
        return differences;
    }

    void clear() {
        size = 0;
        slotOfRow.clear();
    }
}
