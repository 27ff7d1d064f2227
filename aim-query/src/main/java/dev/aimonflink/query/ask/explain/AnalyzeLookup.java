package dev.aimonflink.query.ask.explain;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.answer.SqlPointQuery;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.partial.Records;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.PointQuery;
import dev.aimonflink.sql.text.Statement;
import java.util.List;

/** Looks up an entity and answers with its measurements instead of the rows. */
public record AnalyzeLookup(SqlPointQuery asked, Statement.Explain.Format format) implements PointQuery, Explanation {
    @Override
    public EntityId key() {
        return asked.key();
    }

    /** The answer's state, and the wall-clock time of the look-up. */
    @Override
    public Partial partial(EntityRecord record) {
        return Partial.of(asked.partial(record).states(0, Records.class), new Counts().add(System.currentTimeMillis()));
    }

    @Override
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        return measured(merged, parts, part -> {
            long lookedUpMs = part.readPartial().states(1, Counts.class).count(0);
            return new PartitionRun(part, lookedUpMs, null);
        });
    }
}
