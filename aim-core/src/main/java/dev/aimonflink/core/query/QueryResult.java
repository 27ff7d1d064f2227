package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.QueryError;
import java.time.LocalDate;
import java.util.List;

/**
 * The final answer to a request.
 *
 * @param query null where a refused request named none
 * @param rows nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings
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
     * The event time and windows of an answer. All fields are null if no event has come yet.
     *
     * @param eventTimeMs the newest event time seen in the Kafka partition that is furthest behind, epoch milliseconds.
     *     A Kafka partition whose events have all been read does not count. Null while one has delivered no event yet
     * @param newestMs the newest event time of all; null in a result of a release that does not report it
     * @param day the date of the current day
     * @param week the Monday of the current week
     */
    public record AsOf(Long eventTimeMs, Long newestMs, LocalDate day, LocalDate week) {
        /** A time at which no Kafka partition is behind. */
        public AsOf(Long eventTimeMs, LocalDate day, LocalDate week) {
            this(eventTimeMs, eventTimeMs, day, week);
        }
    }

    public record Partitions(int answered, int expected) {}

    /**
     * The times of the slowest partition and of the merger. For a point query the first is that from parsing to the
     * answer.
     */
    public record Timings(long queuedMicros, long scanMicros, long mergeMicros) {
        public static final Timings NONE = new Timings(0, 0, 0);
    }

    /** The same result, with the time that merging took. */
    public QueryResult withMergeMicros(long mergeMicros) {
        Timings merged = new Timings(timings.queuedMicros(), timings.scanMicros(), mergeMicros);
        return new QueryResult(
                requestId, clientId, query, status, columns, rows, asOf, partitions, rowsScanned, merged, error);
    }

    /** An error that is answered without asking any partition. */
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
