package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.schedule.ScanMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * One partition's part of the answer to one request: a partial in its written form, or an error.
 * Only the merger reads the partial. Equal queries share its bytes.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param source the partition that answers
 * @param queuedNanos from arrival to the beginning of the pass; of a point query from parsing to its answer
 * @param scanNanos from the beginning of the pass to its end
 * @param scan what the scan was; null if there was none
 * @param partial null if and only if there is an error
 */
public record Part(
        String requestKey,
        Source source,
        Cut cut,
        long rowsScanned,
        long queuedNanos,
        long scanNanos,
        OfScan scan,
        byte[] partial,
        QueryError error) {
    /**
     * The most bytes of a scan's partial: half as many again as the rows of the longest answer have, because binary values may
     * be wider than their digits.
     */
    public static final int MAX_PARTIAL_BYTES = 12 * 1024 * 1024;

    private static final double RATE_UNITS = 1e6;

    /**
     * @param partition index of the answering partition
     * @param partitions how many partials make the answer
     * @param attempt the checkpoint that the job was restored from; partials of different attempts are never merged
     */
    public record Source(int partition, int partitions, long attempt) {}

    /**
     * @param mode where it ran; null if the part of an equal query was used again, so that nothing ran
     * @param cpuNanos the CPU time that it took, in both rounds if it has two. Equal queries share one scan, and each has the whole
     * @param ageNanos how old the cut was, if it is one that was there before the request
     * @param freshRows at the begin of the pass, in how many rows the columns that it read were not those of the blocks yet; at the most
     */
    public record OfScan(ScanMode mode, long cpuNanos, long ageNanos, long freshRows) {
        public OfScan(ScanMode mode, long cpuNanos) {
            this(mode, cpuNanos, 0, 0);
        }

        /** The part of so many rows in which there was nothing fresh; rounded down, so that 1 means just that. */
        public static double freshnessRate(long freshRows, long rows) {
            return freshRows == 0 ? 1 : Math.floor((1 - (double) freshRows / rows) * RATE_UNITS) / RATE_UNITS;
        }
    }

    /** A part for which no columns were scanned. */
    public Part(
            String requestKey,
            Source source,
            Cut cut,
            long rowsScanned,
            long queuedNanos,
            long scanNanos,
            byte[] partial,
            QueryError error) {
        this(requestKey, source, cut, rowsScanned, queuedNanos, scanNanos, null, partial, error);
    }

    /** The same part with another time in the queue. */
    public Part queuedFor(long nanos) {
        return new Part(requestKey, source, cut, rowsScanned, nanos, scanNanos, scan, partial, error);
    }

    /** The same part of a request that wants the place in each Kafka partition. */
    public Part with(List<EventPlace> places) {
        return new Part(
                requestKey, source, cut.with(places), rowsScanned, queuedNanos, scanNanos, scan, partial, error);
    }

    /**
     * The same part as the answer to a later request, which takes it as it is. It has the places of its cut if the request wants them.
     *
     * @param ageNanos of the cut
     */
    Part reusedFor(Asker asker, long ageNanos) {
        return new Part(
                asker.requestKey(),
                source,
                asker.wantsProgress() ? cut : cut.with(null),
                rowsScanned,
                0,
                0,
                new OfScan(null, 0, ageNanos, 0),
                partial,
                error);
    }

    /** The same part with an error instead of a partial. */
    public Part failed(QueryError reason) {
        return new Part(requestKey, source, cut, rowsScanned, queuedNanos, scanNanos, scan, null, reason);
    }

    /** The partial of a part that has one. */
    public Partial readPartial() {
        try {
            return Partial.read(partial);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The part of request " + requestKey + " cannot be read.", unreadable);
        }
    }
}
