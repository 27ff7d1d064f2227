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
     * @param eventTimeMs epoch milliseconds
     * @param day the date of the current day
     * @param week the Monday of the current week
     */
    public record AsOf(Long eventTimeMs, LocalDate day, LocalDate week) {}

    public record Partitions(int answered, int expected) {}

    /** The slowest partition's, and the merger's. */
    public record Timings(long queuedMicros, long scanMicros, long mergeMicros) {
        public static final Timings NONE = new Timings(0, 0, 0);
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
