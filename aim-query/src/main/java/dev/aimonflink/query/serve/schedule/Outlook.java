package dev.aimonflink.query.serve.schedule;

/**
 * What is known of a pass before it begins. @@param queries different ones @@param scanNanos estimated CPU time of their scans @@param
 * newRows changed since the last pass began, and not written to their blocks @@param oldRows unmerged since earlier passes @@param
 * readCells cells of a row that belong to aggregates that the queries read @@param keptCells all cells of a row @@param events applied
 * since the last pass began @@param nanos since then @@param isSaturated whether events wait although the thread only does them and scans
 *
 * @param queries how many different ones it has
 * @param scanNanos the CPU time that their scans will take, by those of before
 * @param rows of the partition
 * @param newRows so many have changed since the last pass began, and are not written to their blocks
 * @param oldRows so many are not merged since earlier passes
 * @param readCells how many cells of a row are of the aggregates that the queries read
 * @param keptCells how many cells a row has
 * @param events how many were applied since the last pass began
 * @param nanos how long ago that was
 * @param isSaturated whether events wait, although the thread has no time but for them and for scans
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
    /** For the log line that says why the state changed. */
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
