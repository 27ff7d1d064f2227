package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.function.Supplier;

/**
 * The rows of a partition that wait to be written to their blocks: in the open delta, to which is written; and, older, in that of the rows
 * which were in sealed cuts and were not merged for them. What is open when a cut is sealed is the scan thread's, until it is given back
 * empty; until then that thread has the unmerged rows, too.
 */
final class Deltas {
    private Delta open;

    /** Empty. */
    private Delta spare;

    private final Delta unmerged;

    Deltas(Supplier<Delta> made) {
        open = made.get();
        spare = made.get();
        unmerged = made.get();
    }

    Delta open() {
        return open;
    }

    Delta unmerged() {
        return unmerged;
    }

    /** The memory of all, while no cut is sealed. */
    long bytes() {
        return open.bytes() + spare.bytes() + unmerged.bytes();
    }

    /** Makes room for so many blocks. */
    void blocks(int count, boolean isSealed) {
        open.blocks(count);
        if (!isSealed) {
            unmerged.blocks(count);
        }
    }

    boolean holdRowsOf(int block) {
        return open.holdsRowsOf(block) || unmerged.holdsRowsOf(block);
    }

    /** Writes all rows of a block that wait. */
    void merge(int index, Block block, WindowClock at) {
        unmerged.merge(index, block, at);
        open.merge(index, block, at);
    }

    /** Returns what waits for a cut, and opens another one. */
    Delta seal(int blocks) {
        final Delta waiting = open;
        open = spare;
        open.blocks(blocks);
        return waiting;
    }

    /** Takes a delta back that is empty. */
    void unseal(Delta emptied, int blocks) {
        spare = emptied;
        unmerged.blocks(blocks);
    }
}
