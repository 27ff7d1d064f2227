package dev.aimonflink.rules.check;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.aggregate.Count.Counts;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.partition.RecordQuestion;

/** Takes from each record when its entity had its last event. */
final class ReadLastEvents implements RecordQuestion {
    @Override
    public Finding begin(Rows rows, long nowMs) {
        return new Finding() {
            @Override
            public void look(int row, EntityRecord recordOrNull) {
                if (recordOrNull != null) {
                    rows.readLastEvent(row, recordOrNull);
                }
            }

            @Override
            public Partial partial(long looked) {
                return Partial.of(new Counts().add(looked));
            }
        };
    }
}
