package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * One partition's part of the answer to a request: a written partial, or an error. Only the merger reads the partial, whose bytes equal
 * queries share.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param queuedNanos from arrival to the beginning of the pass; for a point query, from parsing to its answer
 * @param scan null if there was none
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
     * The most bytes of a scan's partial: half as many again as the longest answer's rows have, because binary values may be wider than
     * their digits.
     */
    public static final int MAX_PARTIAL_BYTES = 12 * 1024 * 1024;

    private static final double RATE_UNITS = 1e6;

    /** @param attempt the checkpoint from which the job was restored; partials of different attempts are never merged */
    public record Source(int partition, int partitions, long attempt) {}

    /**
     * @param mode where it ran; null if an equal query's part was reused
     * @param cpuNanos over both rounds if it has two; equal queries share one scan, and each reports all of it
     * @param ageNanos age of the cut, if it was older than the request
     * @param freshRows upper bound of the rows whose columns, as read, were not in the blocks yet when the pass began
     * @param fillNanos how long the question waited for columns that were not kept
     */
    public record OfScan(ScanMode mode, long cpuNanos, long ageNanos, long freshRows, long fillNanos) {
        public OfScan(ScanMode mode, long cpuNanos) {
            this(mode, cpuNanos, 0, 0, 0);
        }

        /** The share of rows with nothing fresh; rounded down, so that 1 means exactly that. */
        public static double freshnessRate(long freshRows, long rows) {
            return freshRows == 0 ? 1 : Math.floor((1 - (double) freshRows / rows) * RATE_UNITS) / RATE_UNITS;
        }
    }

    /** A part without a scan. */
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

    public Part queuedFor(long nanos) {
        return new Part(requestKey, source, cut, rowsScanned, nanos, scanNanos, scan, partial, error);
    }

    public Part with(List<EventPlace> places) {
        return new Part(
                requestKey, source, cut.with(places), rowsScanned, queuedNanos, scanNanos, scan, partial, error);
    }

    /**
     * The same part as the answer to a later request, with the places of its cut if wanted.
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
                new OfScan(null, 0, ageNanos, 0, 0),
                partial,
                error);
    }

    public Part failed(QueryError reason) {
        return new Part(requestKey, source, cut, rowsScanned, queuedNanos, scanNanos, scan, null, reason);
    }

    public Partial readPartial() {
        try {
            return Partial.read(partial);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The part of request " + requestKey + " cannot be read.", unreadable);
        }
    }
}
