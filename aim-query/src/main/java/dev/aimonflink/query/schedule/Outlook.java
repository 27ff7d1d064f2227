package dev.aimonflink.query.schedule;

/**
 * What is known of a pass before it begins.
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
    /** For the line in the log that says why the state has changed. */
    public String inWords() {
        return "queries " + queries + ", their scans " + scanNanos / 1000 + " us, columns read " + readCells + " of "
                + keptCells
                + ", rows that wait " + newRows + " new and " + oldRows + " old of " + rows + ", events " + events
                + " in "
                + nanos / 1000 + " us" + (isSaturated ? ", and more wait" : "");
    }
}
