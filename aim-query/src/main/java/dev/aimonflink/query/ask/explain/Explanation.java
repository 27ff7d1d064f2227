package dev.aimonflink.query.ask.explain;

import dev.aimonflink.matrix.format.JsonText;
import dev.aimonflink.query.ask.answer.SqlPointQuery;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.text.Statement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** A query for how another one is answered. Its answer is the lines of a text, or one text in JSON. */
public sealed interface Explanation extends Query permits ExplainQuery, AnalyzeScan, AnalyzeLookup {
    List<String> COLUMNS = List.of("QUERY PLAN");

    static Query of(Query asked, Statement.Explain explain) {
        if (!explain.isAnalyzed()) {
            return new ExplainQuery(asked, explain.format());
        }
        return asked instanceof SqlQuery scan
                ? new AnalyzeScan(scan, explain.format())
                : new AnalyzeLookup((SqlPointQuery) asked, explain.format());
    }

    /** An {@link SqlQuery} or an {@link SqlPointQuery}. */
    Query asked();

    Statement.Explain.Format format();

    @Override
    default byte[] tableValues() {
        return asked().tableValues();
    }

    @Override
    default List<String> answerColumns() {
        return COLUMNS;
    }

    @Override
    default List<String> answerTypes() {
        return List.of("text");
    }

    @Override
    default List<List<Object>> answer(Partial merged) {
        return answer(merged, List.of());
    }

    @Override
    List<List<Object>> answer(Partial merged, List<Part> parts);

    /** Finishes the explained query's answer, and keeps only its measurements. */
    default List<List<Object>> measured(Partial merged, List<Part> parts, Function<Part, PartitionRun> runOf) {
        long begin = System.nanoTime();
        int rows = asked().answer(merged).size();
        long nanos = System.nanoTime() - begin;
        long nowMs = System.currentTimeMillis();
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
        return rows(List.of(
                new ExplainedDetail("newest event", "newestEventMs", newest, newestMs),
                ExplainedDetail.of("rows", rows),
                new ExplainedDetail("finished in", "finishedNanos", PartitionRun.millis(nanos), nanos),
                new ExplainedDetail(
                        "partitions",
                        "partitions",
                        runs.stream().flatMap(run -> run.lines(nowMs).stream()).toList(),
                        runs.stream().map(run -> run.toMap(nowMs)).toList())));
    }

    /** The steps of the explained query as an answer. */
    default List<List<Object>> rows(List<ExplainedDetail> more) {
        ExplainedNode steps = ExplainedSteps.of(asked());
        if (format() == Statement.Explain.Format.TEXT) {
            ExplainedNode all = new ExplainedNode("Answer", more, COLUMNS, List.of(steps));
            return all.lines().stream().map(line -> List.<Object>of(line)).toList();
        }
        Map<String, Object> document = ExplainedDetail.toMap(more);
        document.put("plan", steps.toMap());
        return List.of(List.of(JsonText.of(document)));
    }
}
