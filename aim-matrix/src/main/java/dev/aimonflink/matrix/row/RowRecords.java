package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;

/** The record that each row must equal, as of now. */
public final class RowRecords {
    private final Rows rows;
    private final StoredRecords records;
    private final Forgetting forgetting;

    public RowRecords(Rows rows, StoredRecords records, Forgetting forgetting) {
        this.rows = rows;
        this.records = records;
        this.forgetting = forgetting;
    }

    /** The record of a row at the clock's time, for reading: empty if the entity was erased during the pass, null if missing. */
    public EntityRecord of(int row) {
        EntityRecord record = stored(row);
        return record == null
                ? null
                : record.asOf(rows.clock(), rows.schema().layout())
                        .withNext(rows.slidingWindows(), rows.schema().layout());
    }

    public EntityRecord keptOf(int row) {
        final long id = rows.columns().idOf(row);
        return forgetting.isVacated(id) ? null : records.find(rows.keyOf(id));
    }

    /** As {@link #of}, at the time at which it was stored. */
    public EntityRecord stored(int row) {
        final long id = rows.columns().idOf(row);
        final EntityId key = rows.keyOf(id);
        return forgetting.isVacated(id) ? rows.newRecord(key) : records.find(key);
    }
}
