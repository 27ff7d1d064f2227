package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.function.Supplier;

/**
 * The rows of a partition that wait to be written to their blocks: new ones in the open delta; older ones, which sealed cuts contained but
 * did not merge, in another. When a cut is sealed, the scan thread gets what was open, until it gives it back empty; until then it has the
 * unmerged rows, too.
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

    void blocks(int count, boolean isSealed) {
        open.blocks(count);
        if (!isSealed) {
            unmerged.blocks(count);
        }
    }

    boolean holdRowsOf(int block) {
        return open.holdsRowsOf(block) || unmerged.holdsRowsOf(block);
    }

    /** Writes all waiting rows of a block. */
    void merge(int index, Block block, WindowClock at) {
        unmerged.merge(index, block, at);
        open.merge(index, block, at);
    }

    /** Returns what waits for a cut, and opens another delta. */
    Delta seal(int blocks) {
        assert open != spare && spare.rows() == 0 : "one cut is sealed at a time";
        final Delta waiting = open;
        open = spare;
        open.blocks(blocks);
        return waiting;
    }

    void unseal(Delta emptied, int blocks) {
        assert emptied != open && emptied.rows() == 0 : "a delta is given back empty";
        spare = emptied;
        unmerged.blocks(blocks);
    }
}
