package dev.aimonflink.core.matrix;

/** The stored records of a partition's subscribers. */
@FunctionalInterface
public interface StoredRecords {
    /** The record of a subscriber, or null. */
    SubscriberRecord find(long subscriberId);

    /** Removes the record of a subscriber that was idle for too long. Needed only if the partition forgets some. */
    default void remove(long subscriberId) {
        throw new UnsupportedOperationException("The records of this partition are kept for good.");
    }
}
