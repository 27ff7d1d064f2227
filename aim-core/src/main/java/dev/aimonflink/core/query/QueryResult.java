package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.QueryError;
import java.time.LocalDate;
import java.util.List;

/**
 * The final answer to a request.
 *
 * @param query null where a refused request named none
 * @param rows nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts and strings
 * @param asOf the oldest of the partitions' cuts; null if no partition answered
 * @param error null if and only if the status is {@link Status#OK}
 */
public record QueryResult(
        String requestId,
        String clientId,
        String query,
        Status status,
        List<String> columns,
        List<List<Object>> rows,
        AsOf asOf,
        Partitions partitions,
        long rowsScanned,
        Timings timings,
        QueryError error) {

    public enum Status {
        OK,
        ERROR,
        TIMEOUT
    }

    /**
     * Null throughout where no event has come yet.
     *
     * @param eventTimeMs the oldest over all Kafka partitions of the events topic of the newest event time seen, epoch
     *     milliseconds. One whose events have all been read is as new as the newest. Null while one that has events has
     *     shown none
     * @param newestMs the newest event time of all; null in a result of a job that did not say it
     * @param day the date of the current day
     * @param week the Monday of the current week
     */
    public record AsOf(Long eventTimeMs, Long newestMs, LocalDate day, LocalDate week) {
        /** Of a moment for which no Kafka partition is behind. */
        public AsOf(Long eventTimeMs, LocalDate day, LocalDate week) {
            this(eventTimeMs, eventTimeMs, day, week);
        }
    }

    public record Partitions(int answered, int expected) {}

    /** The slowest partition's, and the merger's. Of a point query the first is the whole time from parsing to its answer. */
    public record Timings(long queuedMicros, long scanMicros, long mergeMicros) {
        public static final Timings NONE = new Timings(0, 0, 0);
    }

    /** The same result, with the time that merging took. */
    public QueryResult withMergeMicros(long mergeMicros) {
        Timings merged = new Timings(timings.queuedMicros(), timings.scanMicros(), mergeMicros);
        return new QueryResult(
                requestId, clientId, query, status, columns, rows, asOf, partitions, rowsScanned, merged, error);
    }

    /** An answer that no partition was asked for. */
    public static QueryResult refusal(String requestId, String clientId, String query, QueryError error) {
        return new QueryResult(
                requestId,
                clientId,
                query,
                Status.ERROR,
                List.of(),
                List.of(),
                null,
                new Partitions(0, 0),
                0,
                Timings.NONE,
                error);
    }
}
