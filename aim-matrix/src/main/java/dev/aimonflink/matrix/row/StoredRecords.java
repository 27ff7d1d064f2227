package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;

/** The stored records of a partition's entities. */
@FunctionalInterface
public interface StoredRecords {
    EntityRecord find(EntityId key);

    /** Needed only if the partition forgets. */
    default void remove(EntityId key) {
        throw new UnsupportedOperationException("The records of this partition are kept for good.");
    }
}
