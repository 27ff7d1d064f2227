package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;

/** The stored records of a partition's entities. */
@FunctionalInterface
public interface StoredRecords {
    /** The record of an entity, or null. */
    EntityRecord find(EntityId key);

    /** Removes the record of an entity that was idle for too long. Needed only if the partition forgets. */
    default void remove(EntityId key) {
        throw new UnsupportedOperationException("The records of this partition are kept for good.");
    }
}
