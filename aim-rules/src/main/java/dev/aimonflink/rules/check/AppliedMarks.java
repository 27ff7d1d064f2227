package dev.aimonflink.rules.check;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.rules.judge.RuleSet;

/** Says beyond restarts for whom rules have been applied that are applied at once. Versions are offsets in a topic. */
public interface AppliedMarks {
    /** Whether a version has been applied for all entities of the partition. */
    boolean isDone(long topic, long version);

    /** Whether it has been for an entity. */
    boolean isDone(long topic, long version, EntityId key);

    /** When it began to be applied, by the time of events: now, if it has not. */
    long begunMs(long topic, long version, long nowMs);

    /** It has been for all. */
    void done(long topic, long version);

    /** Forgets those of versions that are no more: others than the applied ones of some rules, unless they are later. */
    void keepOf(RuleSet rules);
}
