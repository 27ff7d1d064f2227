package dev.aimonflink.query.serve.request;

import dev.aimonflink.query.serve.pass.QueryError;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;

/**
 * The final answer to a request.
 *
 * @param asOf of the oldest cut; null if no partition answered
 * @param error null if and only if the status is {@link Status#OK}
 * @param others results of the other statements of a batch, in order, as of the same moment; empty for one statement
 */
public record QueryResult(
        Origin origin, Status status, Table table, AsOf asOf, Work work, QueryError error, List<QueryResult> others) {
    public QueryResult(Origin origin, Status status, Table table, AsOf asOf, Work work, QueryError error) {
        this(origin, status, table, asOf, work, error, List.of());
    }

    /** @param query null if a refused request named none */
    public record Origin(String requestId, String clientId, String query) {}

    /**
     * @param types SQL types of the columns; empty if unknown
     * @param rows nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings
     */
    public record Table(List<String> columns, List<String> types, List<List<Object>> rows) {
        public static final Table NONE = new Table(List.of(), List.of(), List.of());
    }

    /** What the answer took. */
    public record Work(Partitions partitions, long rowsScanned, Timings timings) {
        public static final Work NONE = new Work(new Partitions(0, 0), 0, Timings.NONE);
    }

    public enum Status {
        OK,
        ERROR,
        TIMEOUT
    }

    /**
     * The event time and windows of an answer. The times are null before the first event.
     *
     * @param eventTimeMs the newest event time in the Kafka partition furthest behind, epoch milliseconds. A Kafka partition whose events
     *     have all been read does not count. Null while one has delivered no event yet
     * @param windows when each window began in local time, by the window as the model writes it: a {@link java.time.LocalDate} or a {@link
     *     java.time.LocalDateTime}. Without windows of the last events; empty before the first event
     * @param progress the answer's place by Kafka partition of the events topic; null unless requested
     * @param run names the job's run between two starts or restarts, with the progress: answers of one run have all events of earlier ones,
     *     but those of the next may have fewer. Null without progress, or if the request was in flight at a restart
     * @param lost how many events, by offsets, Kafka no longer had when the job was to read them; 1 for each recreated Kafka partition
     * @param applied how many events the answering partitions have applied since the job first began
     */
    public record AsOf(
            Long eventTimeMs,
            Long newestMs,
            Map<String, Temporal> windows,
            Map<Integer, Place> progress,
            String run,
            long lost,
            long applied) {
        public static final AsOf NO_EVENT = new AsOf(null, null, Map.of(), null, 0, 0);

        public AsOf(
                Long eventTimeMs,
                Long newestMs,
                Map<String, Temporal> windows,
                Map<Integer, Place> progress,
                long lost,
                long applied) {
            this(eventTimeMs, newestMs, windows, progress, null, lost, applied);
        }

        public AsOf withoutProgress() {
            return new AsOf(eventTimeMs, newestMs, windows, null, lost, applied);
        }
    }

    /**
     * The place of an answer in a Kafka partition of the events topic.
     *
     * @param nextOffset the answer has all events before it, and maybe some after it
     * @param newestMs the newest event time before it, epoch milliseconds, or null
     */
    public record Place(long nextOffset, Long newestMs) {}

    public record Partitions(int answered, int expected) {}

    /**
     * The times of the slowest partition and of the merger. A point query's first is from parsing to the answer.
     *
     * @param cpuMicros of the scans of all partitions
     * @param mode where they ran, by {@linkplain dev.aimonflink.query.serve.mode.ScanMode#label label}; null if nothing was scanned, or
     *     in different modes
     * @param freshnessRate the share of scanned rows for which nothing newer waited outside the blocks when the cut was taken
     * @param ageMicros of the oldest cut taken before the request; 0 if there was none
     * @param unkeptMicros of those it was queued, for which columns that were not kept were read from records
     */
    public record Timings(
            long queuedMicros,
            long scanMicros,
            long mergeMicros,
            long cpuMicros,
            String mode,
            double freshnessRate,
            long ageMicros,
            long unkeptMicros) {
        public static final Timings NONE = new Timings(0, 0, 0, 0, null);

        /** For an answer computed for its request alone. */
        public Timings(long queuedMicros, long scanMicros, long mergeMicros, long cpuMicros, String mode) {
            this(queuedMicros, scanMicros, mergeMicros, cpuMicros, mode, 1, 0, 0);
        }
    }

    public String requestId() {
        return origin.requestId;
    }

    public String clientId() {
        return origin.clientId;
    }

    public String query() {
        return origin.query;
    }

    public List<String> columns() {
        return table.columns;
    }

    public List<String> types() {
        return table.types;
    }

    public List<List<Object>> rows() {
        return table.rows;
    }

    public Partitions partitions() {
        return work.partitions;
    }

    public long rowsScanned() {
        return work.rowsScanned;
    }

    public Timings timings() {
        return work.timings;
    }

    public QueryResult withMergeMicros(long mergeMicros) {
        Timings before = timings();
        Timings merged = new Timings(
                before.queuedMicros,
                before.scanMicros,
                mergeMicros,
                before.cpuMicros,
                before.mode,
                before.freshnessRate,
                before.ageMicros,
                before.unkeptMicros);
        List<QueryResult> othersMerged =
                others.stream().map(each -> each.withMergeMicros(mergeMicros)).toList();
        Work mergedWork = new Work(work.partitions, work.rowsScanned, merged);
        return new QueryResult(origin, status, table, asOf, mergedWork, error, othersMerged);
    }

    public QueryResult withRows(List<List<Object>> rows) {
        return with(new Table(columns(), types(), rows), others);
    }

    /** The same result as the first of a batch. */
    public QueryResult withOthers(List<QueryResult> ofOtherStatements) {
        return with(table, ofOtherStatements);
    }

    /** The same result, naming its run if it has progress. */
    public QueryResult ofRun(String run) {
        if (asOf == null || asOf.progress == null) {
            return this;
        }
        AsOf named =
                new AsOf(asOf.eventTimeMs, asOf.newestMs, asOf.windows, asOf.progress, run, asOf.lost, asOf.applied);
        List<QueryResult> othersNamed =
                others.stream().map(each -> each.ofRun(run)).toList();
        return new QueryResult(origin, status, table, named, work, error, othersNamed);
    }

    private QueryResult with(Table newTable, List<QueryResult> newOthers) {
        return new QueryResult(origin, status, newTable, asOf, work, error, newOthers);
    }

    /** An error that is answered without asking any partition. */
    public static QueryResult refusal(String requestId, String clientId, String query, QueryError error) {
        return new QueryResult(
                new Origin(requestId, clientId, query), Status.ERROR, Table.NONE, null, Work.NONE, error);
    }
}
