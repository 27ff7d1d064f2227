package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.rules.judge.RuleSet;

/** Remembers beyond restarts for whom rules that are applied at once have been applied. Versions are offsets in a topic. */
public interface AppliedMarks {
    /** Whether a version has been applied for all entities of the partition. */
    boolean isDone(long topic, long version);

    boolean isDone(long topic, long version, EntityId key);

    /** When its application began, in event time: now, if it has not. */
    long begunMs(long topic, long version, long nowMs);

    /** Marks the version as applied for all. */
    void done(long topic, long version);

    /** Forgets versions that no longer exist: others than the applied ones of some rules, unless they are later. */
    void keepOf(RuleSet rules);
}
