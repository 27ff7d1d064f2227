package dev.aimonflink.core.query;

import dev.aimonflink.core.pass.QueryError;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;

/**
 * The final answer to a request.
 *
 * @param query null where a refused request named none
 * @param rows nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings
 * @param asOf the oldest of the partitions' cuts; null if no partition answered
 * @param error null if and only if the status is {@link Status#OK}
 * @param types the SQL types of the columns; empty if the query does not say them
 * @param others the results of the other statements of a batch, in their order, as of the same moment; empty for one statement
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
        QueryError error,
        List<String> types,
        List<QueryResult> others) {

    /** A result that does not say the types of its columns. */
    public QueryResult(
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
        this(
                requestId,
                clientId,
                query,
                status,
                columns,
                rows,
                asOf,
                partitions,
                rowsScanned,
                timings,
                error,
                List.of(),
                List.of());
    }

    public enum Status {
        OK,
        ERROR,
        TIMEOUT
    }

    /**
     * The event time and windows of an answer. The times are null if no event has come yet.
     *
     * @param eventTimeMs the newest event time seen in the Kafka partition that is furthest behind, epoch milliseconds.
     *     A Kafka partition whose events have all been read does not count. Null while one has delivered no event yet
     * @param newestMs the newest event time of all; null in a result of a release that does not report it
     * @param windows by each window as the model writes it, when it began in local time: a {@link java.time.LocalDate} or a
     *     {@link java.time.LocalDateTime}. Without windows of the last events; empty if no event has come yet
     * @param progress by the number of each Kafka partition of the events topic the place of the answer in it; null unless the
     *     request wants it
     * @param lost how many events the answer lacks because Kafka no longer had them when the job was to read them, by their
     *     offsets; 1 for each Kafka partition that was created anew
     */
    public record AsOf(
            Long eventTimeMs, Long newestMs, Map<String, Temporal> windows, Map<Integer, Place> progress, long lost) {
        /** The moment before any event. */
        public static final AsOf NO_EVENT = new AsOf(null, null, Map.of(), null, 0);

        public AsOf withoutProgress() {
            return new AsOf(eventTimeMs, newestMs, windows, null, lost);
        }
    }

    /**
     * The place of an answer in a Kafka partition of the events topic.
     *
     * @param nextOffset the answer has all events before it, and may have some after it
     * @param newestMs the newest event time before it, epoch milliseconds; null if there is none
     */
    public record Place(long nextOffset, Long newestMs) {}

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
        List<QueryResult> othersMerged =
                others.stream().map(each -> each.withMergeMicros(mergeMicros)).toList();
        return with(rows, merged, types, othersMerged);
    }

    /** The same result, which says the types of its columns. */
    QueryResult withTypes(List<String> sqlTypes) {
        return with(rows, timings, sqlTypes, others);
    }

    /** The same result with other rows. */
    public QueryResult withRows(List<List<Object>> otherRows) {
        return with(otherRows, timings, types, others);
    }

    /** The same result, as that of the first statement of a batch. */
    public QueryResult withOthers(List<QueryResult> ofOtherStatements) {
        return with(rows, timings, types, ofOtherStatements);
    }

    private QueryResult with(
            List<List<Object>> newRows, Timings newTimings, List<String> newTypes, List<QueryResult> newOthers) {
        return new QueryResult(
                requestId,
                clientId,
                query,
                status,
                columns,
                newRows,
                asOf,
                partitions,
                rowsScanned,
                newTimings,
                error,
                newTypes,
                newOthers);
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
