package dev.aimonflink.core.explain;

import dev.aimonflink.core.answer.SqlPointQuery;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Records;
import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.core.record.EntityRecord;
import dev.aimonflink.sql.text.Statement;
import java.util.List;

/** Looks up an entity, and answers with what it measured, instead of the rows. */
public record AnalyzeLookup(SqlPointQuery asked, Statement.Explain.Format format) implements PointQuery {
    @Override
    public EntityId key() {
        return asked.key();
    }

    /** The answer's state, and the wall clock's time of the look-up. */
    @Override
    public Partial partial(EntityRecord record) {
        return Partial.of(asked.partial(record).states(0, Records.class), new Counts().add(System.currentTimeMillis()));
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
        MeasuredAnswer answer = MeasuredAnswer.of(asked, merged);
        List<PartitionRun> runs = parts.stream()
                .<PartitionRun>map(part -> new LookupRun(part, answer.nowMs() - lookedUpMs(part)))
                .toList();
        return answer.explained(format, asked, runs);
    }

    private static long lookedUpMs(Part part) {
        return part.readPartial().states(1, Counts.class).count(0);
    }
}
