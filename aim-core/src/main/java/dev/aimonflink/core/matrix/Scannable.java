package dev.aimonflink.core.matrix;

import java.util.Set;

/** A question that a scan over all rows answers. Equal questions have the same answer. */
public interface Scannable {
    /** The aggregate columns that the scan reads. */
    Set<String> columns();

    Scan open(ScanContext context);

    /** Whether another scan of the same cut follows, once the results of all partitions are known. */
    default boolean hasSecondRound() {
        return false;
    }
}
