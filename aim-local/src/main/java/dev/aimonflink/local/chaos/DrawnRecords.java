package dev.aimonflink.local.chaos;

/** Draws the records of a run from its seed. Entities are numbers. For one thread at a time. */
interface DrawnRecords {
    /** Draws the next event, and returns its entity. */
    long next();

    /** The event that was drawn last, of another entity or another time. */
    byte[] event(long entity, long timeMs);

    /** An event of an entity that counts if it is not late, unless none does. */
    byte[] eventThatCounts(long entity, long timeMs);

    /** The key of all records of an entity. */
    byte[] key(long entity);

    byte[] profile(long entity);

    /** Another profile of the same entity. */
    byte[] otherProfile(long entity);

    /** Whether an entity with a profile has a row. One without attributes clears those of before, and is none. */
    boolean isRowByProfile();
}
