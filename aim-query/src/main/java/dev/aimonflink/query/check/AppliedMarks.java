package dev.aimonflink.query.check;

import dev.aimonflink.matrix.model.EntityId;

/** Says beyond restarts for whom rules have been applied that are applied at once. Versions are offsets in a topic. */
public interface AppliedMarks {
    /** Whether a version has been applied for all entities of the partition. */
    boolean isDone(long topic, long version);

    /** Whether it has been for an entity. */
    boolean isDone(long topic, long version, EntityId key);

    /** It has been for all. */
    void done(long topic, long version);
}
