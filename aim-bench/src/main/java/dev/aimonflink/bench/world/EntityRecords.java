package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.StoredRecords;

/** The records of a {@link ModelMatrix}. */
public interface EntityRecords extends StoredRecords {
    /** The record of an event's entity, or null. */
    default EntityRecord find(DeclaredEvent event) {
        return find(event.key());
    }

    /** Stores a record that is new or has changed. */
    void store(EntityRecord record);
}
