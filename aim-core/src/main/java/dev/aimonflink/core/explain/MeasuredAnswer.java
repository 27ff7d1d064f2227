package dev.aimonflink.core.explain;

import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.text.Statement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

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
    List<List<Object>> explained(Statement.Explain.Format format, Query asked, List<PartitionRun> ofPartitions) {
        List<PartitionRun> runs = ofPartitions.stream()
                .sorted(Comparator.comparingInt(run -> run.part().source().partition()))
                .toList();
        Long newestMs = runs.stream()
                .map(PartitionRun::newestMsOrNull)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        return Explanation.rows(
                format,
                Explanation.steps(asked),
                List.of(
                        new ExplainedDetail(
                                "newest event",
                                "newestEventMs",
                                newestMs == null ? null : Instant.ofEpochMilli(newestMs),
                                newestMs),
                        ExplainedDetail.of("rows", rows),
                        new ExplainedDetail("finished in", "finishedNanos", PartitionRun.millis(nanos), nanos),
                        new ExplainedDetail(
                                "partitions",
                                "partitions",
                                runs.stream()
                                        .flatMap(run -> run.lines().stream())
                                        .toList(),
                                runs.stream().map(PartitionRun::toMap).toList())));
    }
}
