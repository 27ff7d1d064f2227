package dev.aimonflink.core.matrix;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * The rows that changed during a pass, kept aside so that the pass sees one cut of the columns, and merged when it ends.
 *
 * <p>Each such row has a slot: its cells in all columns, as three runs of ints, costs and codes. Slots are reused from
 * pass to pass, so updating allocates nothing once the delta has grown.
 */
final class Delta {
    /** Beyond this the pass is hurried to its end: a bound on memory, and on the time that merging takes. */
    static final int MAX_ROWS = 1 << 16;

    private static final int NO_SLOT = -1;
    private static final int FIRST_CAPACITY = 64;

    private final Int2IntOpenHashMap slotOfRow = new Int2IntOpenHashMap();
    private final int[] intSlots;
    private final int[] costSlots;
    private int[] rows = new int[FIRST_CAPACITY];
    private int[] ints;
    private long[] costs;
    private int[] codes = new int[FIRST_CAPACITY * Dimension.COUNT];
    private int size;

    Delta(ColumnSet columns) {
        intSlots = columns.intSlots();
        costSlots = columns.costSlots();
        ints = new int[FIRST_CAPACITY * intSlots.length];
        costs = new long[FIRST_CAPACITY * costSlots.length];
        slotOfRow.defaultReturnValue(NO_SLOT);
    }

    boolean isFull() {
        return size >= MAX_ROWS;
    }

    /** The slot of a row, or a negative number. */
    int find(int row) {
        return slotOfRow.get(row);
    }

    /** Makes a slot for a row that has none, with the codes that its block holds. */
    int add(int row, Block block, int rowInBlock) {
        if (size == rows.length) {
            grow();
        }
        int slot = size++;
        slotOfRow.put(row, slot);
        rows[slot] = row;
        for (int dimension = 0; dimension < Dimension.COUNT; dimension++) {
            codes[slot * Dimension.COUNT + dimension] = block.codesOf(dimension)[rowInBlock];
        }
        return slot;
    }

    private void grow() {
        int capacity = rows.length * 2;
        rows = Arrays.copyOf(rows, capacity);
        ints = Arrays.copyOf(ints, capacity * intSlots.length);
        costs = Arrays.copyOf(costs, capacity * costSlots.length);
        codes = Arrays.copyOf(codes, capacity * Dimension.COUNT);
    }

    void writeAggregates(int slot, SubscriberRecord record) {
        for (int i = 0; i < intSlots.length; i++) {
            ints[slot * intSlots.length + i] = record.ints()[intSlots[i]];
        }
        for (int i = 0; i < costSlots.length; i++) {
            costs[slot * costSlots.length + i] = record.longs()[costSlots[i]];
        }
    }

    void writeCodes(int slot, int[] ofProfile) {
        System.arraycopy(ofProfile, 0, codes, slot * Dimension.COUNT, Dimension.COUNT);
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
        for (int i = 0; i < costSlots.length; i++) {
            block.costs(i).set(rowInBlock, costs[slot * costSlots.length + i]);
        }
        for (int dimension = 0; dimension < Dimension.COUNT; dimension++) {
            block.codesOf(dimension)[rowInBlock] = codes[slot * Dimension.COUNT + dimension];
        }
    }

    /** How many of a slot's cells differ from its row's record and its profile's codes. */
    int differences(int slot, SubscriberRecord record, int[] ofProfile) {
        int differences = 0;
        for (int i = 0; i < ofProfile.length; i++) {
            differences += codes[slot * Dimension.COUNT + i] == ofProfile[i] ? 0 : 1;
        }
        for (int i = 0; i < intSlots.length; i++) {
            differences += ints[slot * intSlots.length + i] == record.ints()[intSlots[i]] ? 0 : 1;
        }
        for (int i = 0; i < costSlots.length; i++) {
            differences += costs[slot * costSlots.length + i] == record.longs()[costSlots[i]] ? 0 : 1;
        }
        return differences;
    }

    void clear() {
        size = 0;
        slotOfRow.clear();
    }
}
