package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.EntityRecord;
import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.sql.text.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks up an entity, and returns how long that took instead of the answer. */
record AnalyzeLookup(SqlPointQuery asked, Statement.Explain.Format format) implements PointQuery {
    @Override
    public EntityId key() {
        return asked.key();
    }

    @Override
    public Partial partial(EntityRecord record) {
        return asked.partial(record);
    }

    @Override
    public List<String> answerColumns() {
        return Explanation.COLUMNS;
    }

    @Override
    public List<String> answerTypes() {
        return Explanation.TYPES;
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return answer(merged, List.of());
    }

    @Override
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        long begin = System.nanoTime();
        int rows = asked.answer(merged).size();
        long nanos = System.nanoTime() - begin;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("rows", rows);
        more.put("finished in", PartitionRun.millis(nanos));
        more.put(
                "partitions",
                parts.stream()
                        .<Object>map(part -> part.source().partition() + ": sent " + part.partial().length
                                + " bytes, answered within " + PartitionRun.millis(part.queuedNanos()))
                        .toList());
        return Explanation.rows(format, Explanation.steps(asked), more);
    }
}
