package dev.aimonflink.core.matrix;

/**
 * One partition's part of the answer to one request: a partial, or the reason why there is none.
 *
 * @param request identifies the request: its topic, partition and offset
 * @param source who answers
 * @param queuedNanos from arrival to the beginning of the pass; of a point query from parsing to its answer
 * @param scanNanos from the beginning of the pass to its end
 * @param partial null if and only if there is an error
 */
public record PartialResult(
        String request,
        Source source,
        Cut cut,
        long rowsScanned,
        long queuedNanos,
        long scanNanos,
        Partial partial,
        QueryError error) {

    /**
     * @param partition index of the answering partition
     * @param partitions how many partials make the answer
     * @param attempt the checkpoint that the job was restored from; partials of different attempts are never merged
     */
    public record Source(int partition, int partitions, long attempt) {}

    /** The same part of a request that was on its way for so long. */
    public PartialResult queuedFor(long nanos) {
        return new PartialResult(request, source, cut, rowsScanned, nanos, scanNanos, partial, error);
    }
}
