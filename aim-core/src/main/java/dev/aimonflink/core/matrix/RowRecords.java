package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.EntityId;

/** The record that each row must equal, as of now. */
final class RowRecords {
    private final Rows rows;
    private final StoredRecords records;
    private final Forgetting forgetting;

    RowRecords(Rows rows, StoredRecords records, Forgetting forgetting) {
        this.rows = rows;
        this.records = records;
        this.forgetting = forgetting;
    }

    /** The record of a row, for reading: an empty one if the entity was erased during the pass. Null if it is missing. */
    SubscriberRecord of(int row) {
        final long id = rows.columns().idOf(row);
        final EntityId key = rows.keyOf(id);
        SubscriberRecord record = forgetting.isVacated(id) ? rows.newRecord(key) : records.find(key);
        return record == null ? null : record.asOf(rows.clock(), rows.schema().layout());
    }
}
