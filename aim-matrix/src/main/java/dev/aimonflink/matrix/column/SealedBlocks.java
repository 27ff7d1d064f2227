package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.Set;

/**
 * The blocks of a cut while another thread reads them. What changed before the cut waits in its own delta, and that thread merges it block
 * by block before reading. If nothing is merged, the thread moves it block by block to the delta of unmerged rows, and copies only the
 * columns that are read. Such blocks are given back all at once, with that delta; unless the open one is full: then it merges the blocks it
 * has read, and gives them back.
 *
 * <pre>
 *               task's thread                          scan thread
 *   records, open delta, blocks behind the cut         sealed delta, blocks of the cut
 *        |                                                  |
 *        |  &lt;------------ blocks that are read ------------ |      {@link #readUpTo}: a volatile write; the other reads it first
 *        |  &lt;------------ all, by a mail ------------------ |      {@link Columns#unseal}
 * </pre>
 *
 * <p>No lock is needed, because at each moment only one thread uses a block's cells. The task's thread makes this object and then writes a
 * volatile field that the scan thread reads, so that one sees everything written before. Until a block is given back, the task's thread
 * writes changed cells only to its open delta. The scan thread stops using a block when it gives it back, also by a volatile field. The
 * task's thread sees what was merged because it unseals in a mail that the scan thread sends at its end.
 */
final class SealedBlocks implements HeldBlocks {
    private final Block[] blocks;
    private final int rows;
    private final Delta waiting;
    private final Delta unmerged;
    private final ColumnSet columnSet;
    private final boolean isMerging;
    private final WindowClock clock;

    /** What is read; used where nothing is merged. */
    private ColumnSet.Chosen asked;

    /** No row of the blocks before this one waits in the delta of this cut. */
    private int settled;

    /** The blocks before this one are the task's again. */
    private volatile int read;

    /** The task's thread needs blocks, to make room in its delta. */
    private volatile boolean isPressed;

    /** Only for the task's thread. */
    private boolean hasChanged;

    /**
     * @param waiting the rows that changed since the last cut
     * @param unmerged the rows that earlier cuts have not merged
     * @param isMerging whether this cut merges them
     * @param clock of the cut, which does not move
     */
    SealedBlocks(
            Block[] blocks,
            int rows,
            Delta waiting,
            Delta unmerged,
            ColumnSet columnSet,
            boolean isMerging,
            WindowClock clock) {
        this.blocks = blocks;
        this.rows = rows;
        this.waiting = waiting;
        this.unmerged = unmerged;
        this.columnSet = columnSet;
        this.isMerging = isMerging;
        this.clock = clock;
    }

    @Override
    public int count() {
        return blocks.length;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public void reads(Set<String> names) {
        asked = columnSet.chosen(names);
    }

    @Override
    public Block open(int index) {
        assert index >= read : "a block that is given back is the task's";
        settle(index + 1);
        unmerged.show(index, blocks[index], clock, asked);
        return blocks[index];
    }

    @Override
    public void settle(int end) {
        while (settled < end) {
            letNoneWait(settled++);
        }
    }

    /** Empties this cut's delta of a block's rows. Rows are merged nevertheless if too many wait in the other delta. */
    private void letNoneWait(int index) {
        final Block block = blocks[index];
        block.turnTo(clock);
        if (isMerging || unmerged.isFull()) {
            unmerged.merge(index, block, clock);
            waiting.merge(index, block, clock);
        } else {
            unmerged.take(index, waiting);
        }
    }

    @Override
    public void readUpTo(int index) {
        assert index >= read && index <= settled : "blocks are given back in order, once no row of theirs waits";
        if (!isMerging && !isPressed) {
            return;
        }
        for (int i = read; i < index && !isMerging; i++) {
            unmerged.merge(i, blocks[i], clock);
        }
        read = index;
    }

    /** Asks for the blocks that have been read, even where nothing is merged. */
    void press() {
        isPressed = true;
    }

    /** A cut that ends early has blocks whose rows still wait. */
    @Override
    public void release() {
        settle(blocks.length);
        read = blocks.length;
    }

    @Override
    public boolean isAsWas() {
        return !hasChanged;
    }

    /** Called by the task's thread before the scan thread gets it, like the constructor. */
    @Override
    public void beginAgain() {
        assert read == blocks.length : "a cut is read again once it has been read";
        read = 0;
    }

    /** A returned block takes in what the task's thread has written since. */
    void changes() {
        hasChanged = true;
    }

    /** How many leading blocks are the task's again. */
    int read() {
        return read;
    }

    /** The delta, which is empty once all blocks are given back. */
    Delta waiting() {
        return waiting;
    }
}
