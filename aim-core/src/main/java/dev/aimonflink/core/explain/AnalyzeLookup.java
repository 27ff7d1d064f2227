package dev.aimonflink.core.explain;

import dev.aimonflink.core.aggregate.Count.Counts;
import dev.aimonflink.core.answer.SqlPointQuery;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Records;
import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.core.record.EntityRecord;
import dev.aimonflink.sql.text.Statement;
import java.util.List;

/** Looks up an entity, and answers with what it measured, instead of the rows. */
public record AnalyzeLookup(SqlPointQuery asked, Statement.Explain.Format format) implements PointQuery, Explanation {
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
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        return MeasuredAnswer.of(asked, merged).explained(this, parts, part -> {
            long lookedUpMs = part.readPartial().states(1, Counts.class).count(0);
            return new PartitionRun(part, lookedUpMs, null);
        });
    }
}
