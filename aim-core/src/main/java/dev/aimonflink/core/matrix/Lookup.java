package dev.aimonflink.core.matrix;

/** A question about one subscriber, answered from its record alone. */
public interface Lookup {
    long subscriberId();

    /**
     * @param record in the current windows, or null where there is no such subscriber; must not be kept
     */
    Partial partial(SubscriberRecord record);
}
