package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.names.AttributeCells;
import dev.aimonflink.matrix.names.NumberHandle;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * The columns of a partition: a list of blocks without gaps. When a row is removed, the last row moves to its place. Rows are removed only
 * while no cut is held, so the rows of a cut keep their numbers.
 *
 * <p>While a cut is held, blocks that the pass has not read yet do not change: updates of their rows wait in the {@link Delta}. A block
 * that has been read, or whose cut is over, takes in its waiting rows at its next access. So neither the end of a pass nor a turn during it
 * delays an event.
 *
 * <p>A cut is {@linkplain #hold held} for a pass on the task's thread, or {@linkplain #seal sealed} for one on another thread. In the
 * latter case two deltas alternate: the other thread merges what waited before the cut, while the second one collects later changes. If the
 * pass should not merge, a third has the rows that no cut has merged yet.
 */
public final class Columns {
    private static final int NO_CUT = 0;

    private ColumnSet columnSet;
    private final int codeColumns;
    private final List<NumberHandle> numberColumns;
    private final WindowClock clock;
    private final List<Block> blocks = new ArrayList<>();
    private Deltas deltas;

    /** Null if none are on their way. */
    private ArrivingColumns arriving;

    /** Null if none is held for this thread. */
    private OpenCut open;

    /** Null if the blocks are this thread's. */
    private SealedBlocks sealed;

    private boolean hasTurnedSinceSeal;

    /** By block, the number of the cut for which its rows wait in the delta. */
    private int[] cutOfBlock = new int[0];

    private int rows;
    private int cuts = NO_CUT;
    private int cut = NO_CUT;
    private long bytes;

    /** Null if it must be computed. */
    private BitSet unknownWindows;

    /** No block before this one waits for the refill. */
    private int firstStaleBlock;

    public Columns(ColumnSet columnSet, int codeColumns, List<NumberHandle> numberColumns, WindowClock clock) {
        this.columnSet = columnSet;
        this.clock = clock;
        this.codeColumns = codeColumns;
        this.numberColumns = numberColumns;
        deltas = newDeltas();
    }

    private Deltas newDeltas() {
        return new Deltas(() -> new Delta(columnSet, codeColumns, numberColumns.size(), clock, SlotLayout.MOST_CELLS));
    }

    /** The aggregates that have a column. */
    public ColumnSet columnSet() {
        return columnSet;
    }

    public int rows() {
        return rows;
    }

    /** Adds a row without events and without a profile. */
    public int append(long id) {
        int row = rows++;
        if (row / Block.ROWS == blocks.size()) {
            blocks.add(new Block(columnSet, codeColumns, numberColumns));
            blocksChanged();
        }
        final Block block = blocks.get(row / Block.ROWS);
        if (isSealed(row / Block.ROWS)) {
            // Behind the rows that are read. The lowest id is noted afterwards.
            block.ids()[row % Block.ROWS] = id;
        } else {
            block.id(row % Block.ROWS, id);
        }
        return row;
    }

    public long idOf(int row) {
        return blocks.get(row / Block.ROWS).ids()[row % Block.ROWS];
    }

    /** Removes a row: the last one moves to its place. A block that becomes empty is released. */
    public void remove(int row) {
        assert row >= 0 && row < rows : "row=" + row + " of rows=" + rows;
        if (isCutHeld()) {
            throw new IllegalStateException("Row " + row + " is removed from a cut that a pass reads.");
        }
        final int last = rows - 1;
        if (arriving != null) {
            arriving.remove(row, last);
        }
        if (row != last) {
            refresh(row / Block.ROWS).copyRow(row % Block.ROWS, refresh(last / Block.ROWS), last % Block.ROWS);
            firstStaleBlock = Math.min(firstStaleBlock, row / Block.ROWS);
        }
        // The row may have been the only one with unknown cells.
        unknownWindows = null;
        rows = last;
        if (last % Block.ROWS == 0) {
            final int emptied = last / Block.ROWS;
            refresh(emptied);
            blocks.remove(emptied);
            blocksChanged();
        }
    }

    private void blocksChanged() {
        cutOfBlock = Arrays.copyOf(cutOfBlock, blocks.size());
        deltas.blocks(blocks.size(), isSealed());
        weigh();
    }

    /** @param filters that hold for the event, as a set of bits */
    public void writeAggregates(int row, EntityRecord record, long filters) {
        assert row >= 0 && row < rows : "row=" + row + " of rows=" + rows;
        if (arriving != null && arriving.has(row)) {
            arriving.filled().writeAggregates(row, record, filters);
        }
        // Next values may be unknown since a restore, also those of the event's filters if it is too late for the
        // window. A slot has
        // those of all filters.
        final boolean isToBeRead = isToBeRead(row);
        record.renewNext(
                columnSet.slidingWindows(),
                isToBeRead ? columnSet.schema().layout().allFilters() : filters,
                columnSet.schema().layout());
        if (isToBeRead) {
            deltas.open().writeAggregates(slotOf(row), record);
            return;
        }
        final Block block = refresh(row / Block.ROWS);
        final ColumnSet.OfFilters touched = columnSet.ofSet(filters);
        if (touched != null) {
            block.writeAggregates(row % Block.ROWS, record, touched);
            return;
        }
        for (long left = filters; left != 0; left &= left - 1) {
            block.writeAggregates(row % Block.ROWS, record, columnSet.ofFilter(Long.numberOfTrailingZeros(left)));
        }
    }

    /** In its past windows the columns are empty, or hold nothing of it. */
    public void writePresentWindows(int row, EntityRecord record) {
        if (arriving != null && arriving.has(row)) {
            arriving.filled().writePresentWindows(row, record);
        }
        record.renewNext(columnSet.slidingWindows(), columnSet.schema().layout());
        if (isToBeRead(row)) {
            deltas.open().writeAggregates(slotOf(row), record);
            return;
        }
        final Block block = refresh(row / Block.ROWS);
        for (int window = 0; window < record.windowNumbers().length; window++) {
            if (record.windowNumbers()[window] == clock.number(window)) {
                block.writeWindow(row % Block.ROWS, record, window);
            }
        }
    }

    public void writeRow(int row, EntityRecord record, AttributeCells ofProfile) {
        writeAggregates(row, record, columnSet.schema().layout().allFilters());
        if (isToBeRead(row)) {
            deltas.open().writeAttributes(slotOf(row), ofProfile);
        } else {
            refresh(row / Block.ROWS).writeAttributes(row % Block.ROWS, ofProfile);
        }
    }

    public boolean isToBeRead(int row) {
        return isSealed(row / Block.ROWS) || (open != null && open.isToBeRead(row));
    }

    /** Whether the scan thread has a block, or has given it back during the pass. */
    private boolean isSealed(int index) {
        return sealed != null && index < sealed.count();
    }

    private int slotOf(int row) {
        final int index = row / Block.ROWS;
        if (!isSealed(index)) {
            // First merges the rows that waited for an earlier cut.
            refresh(index);
        }
        cutOfBlock[index] = cut;
        final int slot = deltas.open().find(row);
        return slot == Delta.NO_SLOT ? deltas.open().add(row) : slot;
    }

    /** Freezes the present rows until the cut is released. */
    public HeldBlocks hold() {
        begin();
        open = new OpenCut(this);
        return open;
    }

    private void begin() {
        assert open == null && sealed == null : "one cut is held at a time";
        cut = ++cuts;
        weigh();
    }

    void release(OpenCut released) {
        if (open == released) {
            open = null;
            cut = NO_CUT;
        }
    }

    /**
     * Freezes the present rows for another thread, until all blocks are given back and {@link #unseal} is called.
     *
     * @param isMerging whether that thread merges the waiting rows; if not, it gives back all together, unless too many rows wait
     */
    public HeldBlocks seal(boolean isMerging) {
        begin();
        hasTurnedSinceSeal = false;
        sealed = new SealedBlocks(
                blocks.toArray(Block[]::new),
                rows,
                deltas.seal(blocks.size()),
                deltas.unmerged(),
                columnSet,
                isMerging,
                clock.copy());
        return sealed;
    }

    /** Ends a sealed cut. The other thread has announced that it reads no more blocks, so this one knows all that it has done. */
    public void unseal() {
        assert isSealed() : "a seal is taken off once";
        assert sealed.read() == sealed.count() : "a seal is taken off once all blocks are given back";
        deltas.unseal(sealed.waiting(), blocks.size());
        if (hasTurnedSinceSeal) {
            unknownWindows = null;
            blocks.subList(0, sealed.count()).forEach(block -> block.waits(clock));
        }
        final int last = Math.min(rows, sealed.count() * Block.ROWS);
        for (int row = sealed.rows(); row < last; row++) {
            blocks.get(row / Block.ROWS).id(row % Block.ROWS, idOf(row));
        }
        sealed = null;
        cut = NO_CUT;
    }

    /** Whether the blocks of a cut are not this thread's. */
    public boolean isSealed() {
        return sealed != null;
    }

    /** Whether more rows wait than should. */
    public boolean isFull() {
        return deltas.open().isFull();
    }

    public boolean isCutHeld() {
        return cut != NO_CUT;
    }

    /**
     * Merges the waiting rows of one block if the delta is full; one block takes as long as an event may be delayed. Returns whether there
     * is room; there is none if all waiting rows have to wait for the pass.
     */
    public boolean makeRoom() {
        if (!deltas.open().isFull()) {
            return true;
        }
        for (int index = 0; index < blocks.size(); index++) {
            if (deltas.open().holdsRowsOf(index) && mayTakeRowsIn(index)) {
                refresh(index);
                return true;
            }
        }
        if (isSealed()) {
            sealed.press();
        }
        return false;
    }

    // ---- other columns

    /** Begins to keep some more columns, which are then filled. */
    public ArrivingColumns begin(Collection<String> more) {
        assert arriving == null : "some columns arrive at a time";
        arriving = new ArrivingColumns(this, new ColumnSet(columnSet.schema(), more), clock);
        return arriving;
    }

    /** Those on their way, or null. */
    public ArrivingColumns arriving() {
        return arriving;
    }

    /** All columns to which events are written. */
    public ColumnSet written() {
        return arriving == null
                ? columnSet
                : columnSet.with(arriving.columnSet().names());
    }

    /** Merges the waiting rows of one block, while no cut is held. Returns whether no rows wait: then columns can {@linkplain #change}. */
    public boolean settle() {
        assert !isCutHeld() : "a cut keeps its columns";
        for (int index = 0; index < blocks.size(); index++) {
            if (deltas.holdRowsOf(index)) {
                refresh(index);
                return false;
            }
        }
        return true;
    }

    /** Keeps other columns: some of the present ones, and those that have arrived. No cut is held and no row waits. */
    public void change(ColumnSet to) {
        assert !isCutHeld() && newRowsWaiting() + oldRowsWaiting() == 0 : "columns change once all rows are settled";
        assert arriving == null || arriving.next() == ArrivingColumns.NO_ROW : "columns are kept once they are filled";
        if (rows > 0) {
            exchange(to, arriving);
        }
        columnSet = to;
        arriving = null;
        deltas = newDeltas();
        deltas.blocks(blocks.size(), false);
        unknownWindows = null;
        firstStaleBlock = 0;
        weigh();
    }

    private void exchange(ColumnSet to, ArrivingColumns arrivedOrNull) {
        final ColumnOrigins origins =
                ColumnOrigins.of(to, columnSet, arrivedOrNull == null ? null : arrivedOrNull.columnSet());
        for (int index = 0; index < blocks.size(); index++) {
            final Block more =
                    arrivedOrNull == null ? null : arrivedOrNull.filled().refresh(index);
            blocks.set(index, new Block(origins, refresh(index), more));
        }
    }

    // ---- sliding windows

    /** Notes that some windows turned; blocks follow at their next access. */
    public void turned() {
        if (arriving != null) {
            arriving.filled().turned();
        }
        unknownWindows = null;
        firstStaleBlock = 0;
        hasTurnedSinceSeal = true;
    }

    /** The windows with present cells that are unknown until the refill. */
    public BitSet unknownWindows() {
        if (unknownWindows == null) {
            unknownWindows = new BitSet();
            for (int window : columnSet.slidingWindows()) {
                unknownWindows.set(window, blocks.stream().anyMatch(block -> block.isUnknown(window, clock)));
            }
        }
        return unknownWindows;
    }

    public boolean mayBeStale() {
        return firstStaleBlock < blocks.size() && columnSet.slidingWindows().length > 0;
    }

    /** The first row with a cell that waits for the refill, or the first row of the next block if this one has none. */
    public int firstStaleRow() {
        return rowOf(firstStaleBlock, refresh(firstStaleBlock).firstStaleRow());
    }

    private int rowOf(int block, int row) {
        return Math.min(rows, block * Block.ROWS + row);
    }

    /** The end of the block's rows in which cells may wait for the refill. */
    public int staleEnd() {
        return rowOf(firstStaleBlock, Block.ROWS);
    }

    /** Copies a row's cells that wait for the refill from its record. */
    public void refill(int row, EntityRecord record) {
        blocks.get(row / Block.ROWS).refill(row % Block.ROWS, record);
    }

    public void refilled(int end) {
        final Block block = blocks.get(firstStaleBlock);
        if (end < staleEnd()) {
            block.refilled(end % Block.ROWS);
            return;
        }
        block.refilled(Block.ROWS);
        firstStaleBlock++;
        unknownWindows = unknownWindows().isEmpty() ? unknownWindows : null;
    }

    /** How many rows have changed since the last cut and wait to be written to their blocks. */
    public int newRowsWaiting() {
        return deltas.open().rows();
    }

    /** How many waiting rows were in sealed cuts already; they may also wait as new ones. */
    public int oldRowsWaiting() {
        return deltas.unmerged().rows();
    }

    /** Recounts the memory; called now and then, because a column may widen at any event. */
    private void weigh() {
        bytes = blocks.stream().mapToLong(Block::bytes).sum();
    }

    /** The memory of all blocks, as of the last pass or new block. */
    public long bytes() {
        // The metrics thread asks, too.
        final ArrivingColumns coming = arriving;
        return coming == null ? bytes : bytes + coming.filled().bytes();
    }

    public long fullDeltaBytes() {
        return deltas.open().fullBytes();
    }

    /** The memory that the open delta takes next: 0 if it need not grow soon, {@link Long#MAX_VALUE} if it cannot. */
    public long nextDeltaBytes() {
        return deltas.open().nextBytes();
    }

    long deltaBytes() {
        return deltas.bytes();
    }

    /** A block in the current windows, with its waiting rows merged unless the cut forbids it. */
    Block refresh(int index) {
        if (isSealed(index) && index >= sealed.read()) {
            throw new IllegalStateException("The block " + index + " is read by another thread.");
        }
        final Block block = blocks.get(index);
        if (isSealed(index) && hasTurnedSinceSeal) {
            block.waits(clock);
        }
        block.turnTo(clock);
        if (mayTakeRowsIn(index)) {
            if (isSealed(index)) {
                sealed.changes();
            }
            deltas.merge(index, block, clock);
        }
        return block;
    }

    private boolean mayTakeRowsIn(int index) {
        return deltas.holdRowsOf(index)
                && (isSealed(index) ? index < sealed.read() : cutOfBlock[index] != cut || open.isRead(index));
    }

    public int differences(int row, EntityRecord record, AttributeCells ofProfile) {
        final Block block = refresh(row / Block.ROWS);
        final int slot = deltas.open().find(row);
        return slot == Delta.NO_SLOT
                ? block.differences(row % Block.ROWS, record, ofProfile)
                : deltas.open().differences(slot, block, row % Block.ROWS, record, ofProfile);
    }
}
