package dev.aimonflink.query.serve.mode;

/**
 * What is known of a pass before it begins.
 *
 * @param queries how many different ones it has
 * @param scanNanos the CPU time that their scans will take, estimated by earlier ones
 * @param newRows how many changed since the last pass began and are not written to their blocks
 * @param oldRows how many are left unmerged by earlier passes
 * @param readCells how many cells of a row belong to aggregates that the queries read
 * @param keptCells how many cells a row has
 * @param events how many were applied since the last pass began
 * @param nanos how long ago that was
 * @param isSaturated whether events are waiting although the thread does nothing but them and scans
 */
public record Outlook(
        int queries,
        long scanNanos,
        int rows,
        int newRows,
        int oldRows,
        int readCells,
        int keptCells,
        long events,
        long nanos,
        boolean isSaturated) {
    /** For the log line that says why the mode changed. */
    public String inWords() {
        final String more = isSaturated ? ", and more wait" : "";
        return "queries %d, their scans %d us, columns read %d of %d, rows that wait %d new and %d old of %d, events %d in %d us%s"
                .formatted(
                        queries,
                        scanNanos / 1000,
                        readCells,
                        keptCells,
                        newRows,
                        oldRows,
                        rows,
                        events,
                        nanos / 1000,
                        more);
    }
}
