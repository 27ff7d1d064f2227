package dev.aimonflink.core.calls;

/** The content of a record of the subscribers topic: a profile, or that the subscriber is erased. */
public sealed interface SubscriberUpdate permits Profile, SubscriberUpdate.Forget {
    long subscriberId();

    /** Erases the subscriber: its aggregates, its profile and its row. */
    record Forget(long subscriberId) implements SubscriberUpdate {}
}
