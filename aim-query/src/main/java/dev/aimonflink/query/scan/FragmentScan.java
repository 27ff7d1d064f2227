package dev.aimonflink.query.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.partial.Partial;

/** Runs a fragment over one partition. All implementations give partials with the same states. */
public interface FragmentScan {
    /**
     * Takes the next of a block's first rows into account. Returns whether these were the last ones; the next call is for the next
     * block.
     */
    boolean scanPart(Block block, int rows);

    /** About how many bytes it keeps of the rows so far. */
    default long keptBytes() {
        return 0;
    }

    Partial partial();

    /** Measures the steps of all further rows, if the scan has several. */
    default void measure(StepTimes into) {}

    ScanWay way();
}
