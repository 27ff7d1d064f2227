package dev.aimonflink.query.serve.pass;

import dev.aimonflink.sql.SqlState;
import java.util.List;

/**
 * The memory that the scans of a partition may keep together. A scan that needs more ends, because the heap also belongs to events and to
 * the TaskManager's other partitions.
 */
final class ScanMemory {
    private static final int BYTES_PER_MIB = 1 << 20;

    private final long maxBytes;

    /** What it keeps between passes is of the same memory. */
    private final Exports exports;

    /** Also read by the metrics thread. */
    private volatile long usedBytes;

    ScanMemory(long maxBytes, Exports exports) {
        this.maxBytes = maxBytes;
        this.exports = exports;
    }

    long usedBytes() {
        return usedBytes;
    }

    /**
     * Sums what the scans of a pass keep.
     *
     * @param grown the one that just read more
     * @throws QueryFailure if that is too much
     */
    void use(List<RunningScan> scans, RunningScan grown) {
        long used = 0;
        for (int i = 0; i < scans.size(); i++) {
            used += scans.get(i).keptBytes();
        }
        usedBytes = used;
        if (used + exports.bytes() > maxBytes) {
            throw new QueryFailure(QueryError.ofSql(
                    SqlState.OUT_OF_MEMORY,
                    "The statements that run in a partition keep more than aim.sql.max-total-memory="
                            + maxBytes / BYTES_PER_MIB
                            + " MiB together"
                            + (exports.bytes() == 0
                                    ? ""
                                    : ", with the " + exports.bytes() / BYTES_PER_MIB + " MiB of an export")
                            + ", and this one was the one that needed more: it keeps "
                            + grown.keptBytes() / BYTES_PER_MIB + " MiB. Ask for fewer groups or rows, ask again when"
                            + " others have ended, or raise the option."));
        }
    }

    void release() {
        usedBytes = 0;
    }
}
