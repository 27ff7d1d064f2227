package dev.aimonflink.core.model;

/** What a record of the subscribers topic says about a subscriber. */
public sealed interface SubscriberUpdate permits Profile, SubscriberUpdate.Forget {
    long subscriberId();

    /** Erases the subscriber: its aggregates, its profile and its row. */
    record Forget(long subscriberId) implements SubscriberUpdate {}
}
