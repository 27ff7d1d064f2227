package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Differences;
import dev.aimonflink.query.serve.partition.RecordQuestion;
import java.util.Arrays;
import java.util.List;

/** Asks whether every column cell equals its record. */
public record VerifyColumns() implements Query, RecordQuestion {
    @Override
    public Finding begin(Rows rows, long nowMs) {
        Differences differences = new Differences(rows);
        return new Finding() {
            @Override
            public void look(int row, EntityRecord recordOrNull) {
                differences.look(row, recordOrNull);
            }

            @Override
            public Partial partial(long looked) {
                return VerifyColumns.this.partial(looked, differences.found());
            }
        };
    }

    public Partial partial(long rows, long differences) {
        return Partial.of(new Counts().add(rows), new Counts().add(differences));
    }

    @Override
    public List<String> answerColumns() {
        return List.of("rows", "differences");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return List.of(Arrays.asList(
                merged.states(0, Counts.class).count(0),
                merged.states(1, Counts.class).count(0)));
    }
}
