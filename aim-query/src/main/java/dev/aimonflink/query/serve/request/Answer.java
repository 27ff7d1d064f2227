package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the final answer of a request from its parts, which may come in any order. Not thread-safe. */
public final class Answer {
    private final MatrixSchema schema;
    private final MergedCuts moment;

    /** @param eventsTopic the topic to whose Kafka partitions places belong */
    public Answer(MatrixSchema schema, ZoneId zone, String eventsTopic) {
        this.schema = schema;
        moment = new MergedCuts(schema, zone, eventsTopic);
    }

    /** The answer once every partition has given its part, or the first error among them. */
    public QueryResult of(Request request, Query query, List<Part> parts, long mergeMicros) {
        try {
            Partial merged = merged(query, parts);
            List<QueryResult> results = query.tables(merged, parts).stream()
                    .map(table -> result(request, parts, mergeMicros, Status.OK, table, null))
                    .toList();
            return results.get(0).withOthers(results.subList(1, results.size()));
        } catch (TooManyGroupsException | QueryFailure failure) {
            return failed(request, parts, mergeMicros, Status.ERROR, error(query, failure));
        }
    }

    /**
     * What follows the first round of a query with two: the values for the second, or an error.
     *
     * @param values null if there is an answer
     */
    public record Between(byte[] values, QueryResult failed) {}

    /** @param parts of the first round, as above */
    public Between between(Request request, ScanQuery query, List<Part> parts) {
        try {
            return new Between(query.between(merged(query, parts)).toBytes(), null);
        } catch (TooManyGroupsException | QueryFailure failure) {
            return new Between(null, failed(request, parts, 0, Status.ERROR, error(query, failure)));
        }
    }

    private static QueryError error(Query query, RuntimeException failure) {
        if (!(failure instanceof TooManyGroupsException tooMany)) {
            return ((QueryFailure) failure).error();
        }
        return query instanceof ScanQuery scan ? scan.error(tooMany) : QueryError.ofDefect(tooMany, "");
    }

    private Partial merged(Query query, List<Part> parts) {
        for (Part part : parts) {
            if (part.error() != null) {
                throw new QueryFailure(part.error());
            }
        }
        if (!areOfSameWindows(parts, query)) {
            throw new QueryFailure(new QueryError(
                    QueryError.Code.WINDOW_TURNED, "A window turned between the partitions' answers. Ask again."));
        }
        return parts.stream().map(Part::readPartial).reduce(Partial::merge).orElseThrow();
    }

    /** Compares only windows that the query reads: a turn of another one changes no cell that it saw. */
    private boolean areOfSameWindows(List<Part> parts, Query query) {
        Set<String> columns = query instanceof ScanQuery scan ? scan.columns() : Set.of();
        List<Integer> first = parts.get(0).cut().windowNumbers();
        return schema.windowsOf(columns).stream().allMatch(window -> parts.stream()
                .allMatch(part -> part.cut().windowNumbers().get(window).equals(first.get(window))));
    }

    /** An answer with an error instead of rows, and the times and counts of the parts that came. */
    public QueryResult failed(Request request, List<Part> parts, long mergeMicros, Status status, QueryError error) {
        return result(request, parts, mergeMicros, status, QueryResult.Table.NONE, error);
    }

    private QueryResult result(
            Request request,
            List<Part> parts,
            long mergeMicros,
            Status status,
            QueryResult.Table table,
            QueryError error) {
        int expected = parts.isEmpty() ? 0 : parts.get(0).source().partitions();
        return new QueryResult(
                new QueryResult.Origin(
                        request.requestId(), request.clientId(), request.asked().query()),
                status,
                table,
                moment.asOf(parts.stream().map(Part::cut).toList(), request.wantsProgress()),
                new QueryResult.Work(
                        new Partitions(parts.size(), expected),
                        parts.stream().mapToLong(Part::rowsScanned).sum(),
                        timings(parts, mergeMicros)),
                error);
    }

    private static Timings timings(List<Part> parts, long mergeMicros) {
        List<Part.OfScan> scans =
                parts.stream().map(Part::scan).filter(Objects::nonNull).toList();
        Set<ScanMode> modes =
                scans.stream().map(Part.OfScan::mode).filter(Objects::nonNull).collect(Collectors.toSet());
        return new Timings(
                parts.stream().mapToLong(Part::queuedNanos).max().orElse(0) / 1000,
                parts.stream().mapToLong(Part::scanNanos).max().orElse(0) / 1000,
                mergeMicros,
                scans.stream().mapToLong(Part.OfScan::cpuNanos).sum() / 1000,
                modes.size() == 1 ? modes.iterator().next().label() : null,
                Part.OfScan.freshnessRate(
                        scans.stream().mapToLong(Part.OfScan::freshRows).sum(),
                        parts.stream().mapToLong(Part::rowsScanned).sum()),
                (scans.stream().mapToLong(Part.OfScan::ageNanos).max().orElse(0) + 999) / 1000,
                scans.stream().mapToLong(Part.OfScan::fillNanos).max().orElse(0) / 1000);
    }
}
