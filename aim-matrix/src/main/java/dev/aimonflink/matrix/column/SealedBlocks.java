package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.Set;

/**
 * The blocks of a cut while a thread beside the task's reads them. What had changed before the cut waits in a delta of its own, and is
 * merged by that thread: block by block, before it reads one. Or it is not merged: then the thread moves it, block by block, to the delta
 * of the rows that are not merged yet, and copies of these only the columns that are read. Such blocks are given back all at once, together
 * with that delta; unless the open one is full: then it merges those blocks that it has read, and gives them back.
 *
 * <pre>
 *               task's thread                          scan thread
 *   records, open delta, blocks behind the cut         sealed delta, blocks of the cut
 *        |                                                  |
 *        |  &lt;------------ blocks that are read ------------ |      {@link #readUpTo}: a volatile write; the other reads it first
 *        |  &lt;------------ all, by a mail ------------------ |      {@link Columns#unseal}
 * </pre>
 *
 * <p>Why no lock is needed: at each moment one thread alone uses the cells of a block. The task's thread makes this object and then writes
 * a volatile field that the scan thread reads, so that one sees all that was written before. As long as a block is not given back, the
 * task's thread writes changed cells to its open delta only. The scan thread uses a block no more once it has given it back, by a volatile
 * field, too. And what it has merged is seen by the task's thread, because that unseals in a mail which the scan thread has sent at its end.
 */
final class SealedBlocks implements HeldBlocks {
    private final Block[] blocks;
    private final int rows;
    private final Delta waiting;
    private final Delta unmerged;
    private final ColumnSet columnSet;
    private final boolean isMerging;
    private final WindowClock clock;

    /** What is read; of use where nothing is merged. */
    private ColumnSet.Chosen asked;

    /** Of the blocks before this one no row waits in the delta of this cut. */
    private int settled;

    /** The blocks before this one are the task's again. */
    private volatile int read;

    /** The task's thread needs blocks, to make room in its delta. */
    private volatile boolean isPressed;

    /** Of the task's thread. */
    private boolean hasChanged;

    /**
     * @param rows of the cut
     * @param waiting the rows that changed since the last cut
     * @param unmerged the rows that earlier cuts have not merged
     * @param isMerging whether this one merges them
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

    /** Lets no row of a block wait in the delta of this cut. When too many wait in the other one, they are merged all the same. */
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
        if (!isMerging && !isPressed) {
            return;
        }
        for (int i = read; i < index && !isMerging; i++) {
            unmerged.merge(i, blocks[i], clock);
        }
        read = index;
    }

    /** Asks for the blocks that have been read, also where nothing is merged. */
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

    /** The task's thread does this before the scan thread gets it, as it has made it. */
    @Override
    public void beginAgain() {
        read = 0;
    }

    /** A block that was given back takes in what the task's thread has written since. */
    void changes() {
        hasChanged = true;
    }

    /** How many blocks, from the first one on, are the task's again. */
    int read() {
        return read;
    }

    /** The delta, which is empty once all blocks are given back. */
    Delta waiting() {
        return waiting;
    }
}
