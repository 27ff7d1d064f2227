package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.names.AttributeCells;
import dev.aimonflink.matrix.record.EntityRecord;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Holds the rows that changed in blocks that the pass has not read yet, so that it sees one cut; or earlier changes that are not merged
 * because the pass reads few of their columns. Each such row has a slot: its cells in all columns, as runs of ints, of longs and numbers of
 * attributes, and of codes. The slots of a block form a list, because a block takes in all its rows at its first access after the pass has
 * read it.
 *
 * <p>A slot stores the window numbers at which it was written. If a sliding window has turned once since, the cells after the next turn are
 * the present ones; in any other turned window nothing is left, and the block's own cells hold: they are empty, or refilled from the
 * record.
 *
 * <p>A slot has attributes only if a profile was written to it, because events do not change them.
 *
 * <p>Slots are reused, so updating allocates nothing once the delta has grown.
 */
public final class Delta {
    /**
     * From so many waiting rows on, each message, an event or a chunk, is followed by a slice of the pass. By then 65,536 slots are
     * allocated, which leaves 16,384 before the next growth.
     */
    public static final int FULL_ROWS = 3 << 14;

    private static final int FULL_SLOTS = 1 << 16;

    /** A slot's overhead: two index entries of two ints, its row and the next slot. */
    private static final long OVERHEAD_BYTES = 6L * Integer.BYTES;

    static final int NO_SLOT = -1;

    private static final int LOST = -1;
    private static final int FIRST_CAPACITY = 64;

    private Int2IntOpenHashMap slotOfRow = newIndex(FIRST_CAPACITY);
    private final ColumnSet columns;
    private final WindowClock clock;
    private final int[] intSlots;
    private final ColumnSet.Chosen all;
    private final int codeColumns;
    private final int numberColumns;
    private final StoredColumn[] intColumns;
    private final StoredColumn[] longColumns;
    private final int windows;

    /** Where a slot keeps the cells after the next turn; {@link #NO_SLOT} for columns whose window does not slide. */
    private final int[] nextIntPlaces;

    private final int[] nextLongPlaces;
    private final int intsPerSlot;
    private final int longsPerSlot;
    private final long bytesPerSlot;
    private final int mostSlots;
    private final int firstNumber;
    private int[] firstOfBlock = new int[0];
    private int[] rows = new int[FIRST_CAPACITY];
    private int[] next = new int[FIRST_CAPACITY];
    private int[] windowNumbers;
    private int[] ints;
    private long[] longs;
    private int[] codes;
    private final BitSet hasAttributes = new BitSet();
    private int used;
    private int firstFree = NO_SLOT;

    Delta(ColumnSet columns, int codeColumns, int numberColumns, WindowClock clock, int mostCells) {
        this.codeColumns = codeColumns;
        this.numberColumns = numberColumns;
        codes = new int[FIRST_CAPACITY * codeColumns];
        this.columns = columns;
        this.clock = clock;
        intSlots = columns.intSlots();
        intColumns = columns.ints().toArray(new StoredColumn[0]);
        longColumns = columns.longs().toArray(new StoredColumn[0]);
        all = columns.all();
        windows = columns.schema().windows().size();
        final SlotLayout layout = SlotLayout.of(columns, numberColumns);
        nextIntPlaces = layout.nextIntPlaces();
        nextLongPlaces = layout.nextLongPlaces();
        intsPerSlot = layout.ints();
        firstNumber = layout.firstNumber();
        longsPerSlot = layout.longs();
        bytesPerSlot = OVERHEAD_BYTES + (long) Integer.BYTES * (windows + codeColumns) + layout.bytes();
        mostSlots = layout.mostSlots(Math.max(windows, codeColumns), mostCells);
        windowNumbers = new int[FIRST_CAPACITY * windows];
        ints = new int[FIRST_CAPACITY * intsPerSlot];
        longs = new long[FIRST_CAPACITY * longsPerSlot];
    }

    /** Makes room for {@code count} blocks; dropped ones have no waiting rows. */
    void blocks(int count) {
        final int before = firstOfBlock.length;
        if (count != before) {
            assert holdsNoneFrom(count) : "dropped blocks have no waiting rows";
            firstOfBlock = Arrays.copyOf(firstOfBlock, count);
            Arrays.fill(firstOfBlock, Math.min(before, count), count, NO_SLOT);
        }
    }

    private boolean holdsNoneFrom(int block) {
        return Arrays.stream(firstOfBlock).skip(block).allMatch(first -> first == NO_SLOT);
    }

    int rows() {
        return slotOfRow.size();
    }

    boolean isFull() {
        return rows() >= FULL_ROWS;
    }

    /** The memory of its slots once it is full. It grows up to that, and never shrinks. */
    long fullBytes() {
        return FULL_SLOTS * bytesPerSlot;
    }

    /** The memory of its present slots. */
    long bytes() {
        return rows.length * bytesPerSlot;
    }

    /** The memory of its slots after the next growth: 0 if that is not soon, {@link Long#MAX_VALUE} if it cannot grow. */
    long nextBytes() {
        return rows() < rows.length / 4 * 3 ? 0 : 2L * rows.length > mostSlots ? Long.MAX_VALUE : 2 * bytes();
    }

    boolean holdsRowsOf(int block) {
        return block < firstOfBlock.length && firstOfBlock[block] != NO_SLOT;
    }

    int find(int row) {
        return slotOfRow.get(row);
    }

    /** Adds a slot for a row that has none: without attributes, and of no window. */
    int add(int row) {
        assert find(row) == NO_SLOT : "a row has one slot";
        final int slot = freeSlot();
        Arrays.fill(windowNumbers, slot * windows, (slot + 1) * windows, WindowClock.NO_WINDOW);
        slotOfRow.put(row, slot);
        rows[slot] = row;
        next[slot] = firstOfBlock[row / Block.ROWS];
        firstOfBlock[row / Block.ROWS] = slot;
        hasAttributes.clear(slot);
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

    /** Such a map does not shrink below its initial capacity when rows are removed. */
    private static Int2IntOpenHashMap newIndex(int capacity) {
        Int2IntOpenHashMap index = new Int2IntOpenHashMap(capacity);
        index.defaultReturnValue(NO_SLOT);
        return index;
    }

    private void grow() {
        final int capacity = SlotLayout.grown(rows.length, mostSlots);
        final Int2IntOpenHashMap wider = newIndex(capacity);
        wider.putAll(slotOfRow);
        slotOfRow = wider;
        rows = Arrays.copyOf(rows, capacity);
        next = Arrays.copyOf(next, capacity);
        windowNumbers = Arrays.copyOf(windowNumbers, capacity * windows);
        ints = Arrays.copyOf(ints, capacity * intsPerSlot);
        longs = Arrays.copyOf(longs, capacity * longsPerSlot);
        codes = Arrays.copyOf(codes, capacity * codeColumns);
    }

    /** Copies the cells of the windows that a record shares with the clock. */
    void writeAggregates(int slot, EntityRecord record) {
        for (int window = 0; window < windows; window++) {
            if (isPresent(record, window)) {
                windowNumbers[slot * windows + window] = clock.number(window);
            }
        }
        final int firstInt = slot * intsPerSlot;
        for (int i = 0; i < intSlots.length; i++) {
            if (isPresent(record, intColumns[i].window())) {
                ints[firstInt + i] = record.ints()[intSlots[i]];
                if (nextIntPlaces[i] != NO_SLOT) {
                    ints[firstInt + nextIntPlaces[i]] = columns.nextInt(i, record);
                }
            }
        }
        final int firstLong = slot * longsPerSlot;
        for (int i = 0; i < longColumns.length; i++) {
            if (isPresent(record, longColumns[i].window())) {
                longs[firstLong + i] = columns.cell(i, record.longs());
                if (nextLongPlaces[i] != NO_SLOT) {
                    longs[firstLong + nextLongPlaces[i]] = columns.nextLong(i, record);
                }
            }
        }
    }

    private boolean isPresent(EntityRecord record, int window) {
        return record.windowNumbers()[window] == clock.number(window);
    }

    void writeAttributes(int slot, AttributeCells ofProfile) {
        System.arraycopy(ofProfile.codes(), 0, codes, slot * codeColumns, codeColumns);
        System.arraycopy(ofProfile.numbers(), 0, longs, slot * longsPerSlot + firstNumber, numberColumns);
        hasAttributes.set(slot);
    }

    /** Writes a block's waiting rows to it and frees their slots. The block is in the clock's windows. */
    void merge(int index, Block block, WindowClock at) {
        int slot = firstOfBlock[index];
        firstOfBlock[index] = NO_SLOT;
        while (slot != NO_SLOT) {
            write(slot, block, at, all);
            slot = free(slot);
        }
    }

    private int free(int slot) {
        slotOfRow.remove(rows[slot]);
        final int following = next[slot];
        next[slot] = firstFree;
        firstFree = slot;
        return following;
    }

    /** Writes some columns of a block's waiting rows to it, and lets the rows wait on. The block is in the clock's windows. */
    void show(int index, Block block, WindowClock at, ColumnSet.Chosen asked) {
        for (int slot = firstOfBlock[index]; slot != NO_SLOT; slot = next[slot]) {
            write(slot, block, at, asked);
        }
    }

    /** Takes a block's waiting rows from a later delta, which then has none of it. */
    void take(int index, Delta later) {
        int slot = later.firstOfBlock[index];
        later.firstOfBlock[index] = NO_SLOT;
        while (slot != NO_SLOT) {
            final int row = later.rows[slot];
            final int known = find(row);
            copy(known == NO_SLOT ? add(row) : known, later, slot);
            slot = later.free(slot);
        }
    }

    /** Copies a later delta's slot: the cells of the windows in which it was written, and attributes if it has any. */
    private void copy(int slot, Delta later, int from) {
        for (int window = 0; window < windows; window++) {
            final int number = later.windowNumbers[from * windows + window];
            if (number != WindowClock.NO_WINDOW) {
                windowNumbers[slot * windows + window] = number;
                copyWindow(slot, later, from, columns.ofWindow(window));
            }
        }
        if (later.hasAttributes.get(from)) {
            System.arraycopy(later.codes, from * codeColumns, codes, slot * codeColumns, codeColumns);
            System.arraycopy(
                    later.longs,
                    from * longsPerSlot + firstNumber,
                    longs,
                    slot * longsPerSlot + firstNumber,
                    numberColumns);
            hasAttributes.set(slot);
        }
    }

    private void copyWindow(int slot, Delta later, int from, ColumnSet.ColumnIndexes ofWindow) {
        final int toInt = slot * intsPerSlot;
        final int fromInt = from * intsPerSlot;
        for (int i : ofWindow.ints()) {
            ints[toInt + i] = later.ints[fromInt + i];
            if (nextIntPlaces[i] != NO_SLOT) {
                ints[toInt + nextIntPlaces[i]] = later.ints[fromInt + nextIntPlaces[i]];
            }
        }
        final int toLong = slot * longsPerSlot;
        final int fromLong = from * longsPerSlot;
        for (int i : ofWindow.longs()) {
            longs[toLong + i] = later.longs[fromLong + i];
            if (nextLongPlaces[i] != NO_SLOT) {
                longs[toLong + nextLongPlaces[i]] = later.longs[fromLong + nextLongPlaces[i]];
            }
        }
    }

    private void write(int slot, Block block, WindowClock at, ColumnSet.Chosen chosen) {
        final int row = rows[slot] % Block.ROWS;
        final int firstInt = slot * intsPerSlot;
        for (int i : chosen.ints()) {
            switch (turnsSince(slot, intColumns[i], at)) {
                case 0 -> {
                    block.ints(i)[row] = ints[firstInt + i];
                    if (nextIntPlaces[i] != NO_SLOT) {
                        block.setNextInt(i, row, ints[firstInt + nextIntPlaces[i]]);
                    }
                }
                case 1 -> block.ints(i)[row] = ints[firstInt + nextIntPlaces[i]];
                default -> {}
            }
        }
        final int firstLong = slot * longsPerSlot;
        for (int i : chosen.longs()) {
            switch (turnsSince(slot, longColumns[i], at)) {
                case 0 -> {
                    block.setLong(i, row, longs[firstLong + i]);
                    if (nextLongPlaces[i] != NO_SLOT) {
                        block.setNextLong(i, row, longs[firstLong + nextLongPlaces[i]]);
                    }
                }
                case 1 -> block.setLong(i, row, longs[firstLong + nextLongPlaces[i]]);
                default -> {}
            }
        }
        if (hasAttributes.get(slot)) {
            mergeAttributes(slot, block, row);
        }
    }

    private void mergeAttributes(int slot, Block block, int row) {
        for (int column = 0; column < codeColumns; column++) {
            block.codes(column)[row] = codes[slot * codeColumns + column];
        }
        for (int column = 0; column < numberColumns; column++) {
            block.setLong(longColumns.length + column, row, longs[slot * longsPerSlot + firstNumber + column]);
        }
    }

    /** How often a column's window has turned since a slot was written: 0, 1, or {@link #LOST} if the slot's cells are useless. */
    private int turnsSince(int slot, StoredColumn column, WindowClock at) {
        final long turns = (long) at.number(column.window()) - windowNumbers[slot * windows + column.window()];
        return turns == 0 ? 0 : turns == 1 && column.isSliding() ? 1 : LOST;
    }

    /** How many of a row's cells, as in slot and block, differ from its record and profile. */
    int differences(int slot, Block block, int row, EntityRecord record, AttributeCells ofProfile) {
        int differences = hasAttributes.get(slot)
                ? differencesOfAttributes(slot, ofProfile)
                : block.differencesOfAttributes(row, ofProfile);
        for (int i = 0; i < intSlots.length; i++) {
            differences += differsInt(i, slot, block, row, record) ? 1 : 0;
        }
        for (int i = 0; i < longColumns.length; i++) {
            differences += differsLong(i, slot, block, row, record) ? 1 : 0;
        }
        return differences;
    }

    private int differencesOfAttributes(int slot, AttributeCells ofProfile) {
        int differences = 0;
        for (int i = 0; i < codeColumns; i++) {
            differences += codes[slot * codeColumns + i] == ofProfile.codes()[i] ? 0 : 1;
        }
        for (int i = 0; i < numberColumns; i++) {
            differences +=
                    longs[slot * longsPerSlot + firstNumber + i] == ofProfile.numbers()[i] ? 0 : 1;
        }
        return differences;
    }

    private boolean differsInt(int i, int slot, Block block, int row, EntityRecord record) {
        final int at = slot * intsPerSlot;
        final int present = record.ints()[intSlots[i]];
        return switch (turnsSince(slot, intColumns[i], clock)) {
            case 0 ->
                ints[at + i] != present
                        || (nextIntPlaces[i] != NO_SLOT && ints[at + nextIntPlaces[i]] != columns.nextInt(i, record));
            case 1 -> ints[at + nextIntPlaces[i]] != present || block.differsNextInt(i, row, record);
            default -> block.differsInt(i, row, record);
        };
    }

    private boolean differsLong(int i, int slot, Block block, int row, EntityRecord record) {
        final int at = slot * longsPerSlot;
        final long present = columns.cell(i, record.longs());
        return switch (turnsSince(slot, longColumns[i], clock)) {
            case 0 ->
                longs[at + i] != present
                        || (nextLongPlaces[i] != NO_SLOT
                                && longs[at + nextLongPlaces[i]] != columns.nextLong(i, record));
            case 1 -> longs[at + nextLongPlaces[i]] != present || block.differsNextLong(i, row, record);
            default -> block.differsLong(i, row, record);
        };
    }
}
