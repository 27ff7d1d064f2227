package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;

/**
 * The blocks of a cut while a thread beside the task's reads them. What had changed before the cut waits in a delta of its own, and is
 * merged by that thread: block by block, before it reads one.
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
    private final WindowClock clock;

    /** The blocks before this one are the task's again. */
    private volatile int read;

    /** Of the task's thread. */
    private boolean hasChanged;

    /**
     * @param rows of the cut
     * @param waiting the rows that changed since their blocks were written last
     * @param clock of the cut, which does not move
     */
    SealedBlocks(Block[] blocks, int rows, Delta waiting, WindowClock clock) {
        this.blocks = blocks;
        this.rows = rows;
        this.waiting = waiting;
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
    public Block open(int index) {
        final Block block = blocks[index];
        block.turnTo(clock);
        waiting.merge(index, block, clock);
        return block;
    }

    @Override
    public void readUpTo(int index) {
        read = index;
    }

    /** A cut that ends early has blocks into which nothing was merged yet. */
    @Override
    public void release() {
        for (int index = read; index < blocks.length; index++) {
            open(index);
        }
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
