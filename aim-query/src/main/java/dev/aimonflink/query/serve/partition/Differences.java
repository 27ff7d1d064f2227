package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;

/** How many cells of columns differ from the records that they copy. */
public final class Differences {
    private final Rows rows;
    private long found;

    public Differences(Rows rows) {
        this.rows = rows;
    }

    public void look(int row, EntityRecord recordOrNull) {
        if (recordOrNull == null || rows.rowOf(rows.columns().idOf(row)) != row) {
            found++;
        } else {
            found += rows.differences(row, recordOrNull);
        }
    }

    public long found() {
        return found;
    }
}
