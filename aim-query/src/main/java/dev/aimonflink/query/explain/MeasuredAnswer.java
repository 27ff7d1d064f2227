package dev.aimonflink.query.explain;

import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.request.Query;
import dev.aimonflink.sql.explain.ExplainedDetail;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What the merger measured of a statement.
 *
 * @param nanos how long it took to finish the answer
 * @param nowMs the time of the answer
 */
record MeasuredAnswer(int rows, long nanos, long nowMs) {
    /** Finishes an answer, and keeps its measures only. */
    static MeasuredAnswer of(Query asked, Partial merged) {
        long begin = System.nanoTime();
        int rows = asked.answer(merged).size();
        return new MeasuredAnswer(rows, System.nanoTime() - begin, System.currentTimeMillis());
    }

    /** The answer to EXPLAIN ANALYZE. */
    List<List<Object>> explained(Explanation explanation, List<Part> parts, Function<Part, PartitionRun> runOf) {
        List<PartitionRun> runs = parts.stream()
                .sorted(Comparator.comparingInt(part -> part.source().partition()))
                .map(runOf)
                .toList();
        Long newestMs = runs.stream()
                .map(PartitionRun::newestMsOrNull)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        Instant newest = newestMs == null ? null : Instant.ofEpochMilli(newestMs);
        return explanation.rows(List.of(
                new ExplainedDetail("newest event", "newestEventMs", newest, newestMs),
                ExplainedDetail.of("rows", rows),
                new ExplainedDetail("finished in", "finishedNanos", PartitionRun.millis(nanos), nanos),
                new ExplainedDetail(
                        "partitions",
                        "partitions",
                        runs.stream().flatMap(run -> run.lines(nowMs).stream()).toList(),
                        runs.stream().map(run -> run.toMap(nowMs)).toList())));
    }
}
