package dev.aimonflink.clients;

import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.wire.ProfileCodec;

/** Publishes subscriber profiles without waiting for each. For one thread; the counters are for any. */
public final class ProfilePublisher implements AutoCloseable {
    private final RecordPublisher records;
    private final ProfileCodec codec = new ProfileCodec();

    public ProfilePublisher(Connection connection, String topic) {
        this(new RecordPublisher(connection, topic));
    }

    /** @param records is closed with this publisher */
    public ProfilePublisher(RecordPublisher records) {
        this.records = records;
    }

    /** Sends a profile, or throws {@link ClientException} if this one or an earlier one was lost. */
    public void publish(Profile profile) {
        records.publish(codec.encodeKey(profile.subscriberId()), codec.encode(profile));
    }

    /** Sends a tombstone: the subscriber keeps its row and loses its attributes. */
    public void clear(long subscriberId) {
        records.publish(codec.encodeKey(subscriberId), null);
    }

    /** Sends a record that erases the subscriber: its aggregates, its profile and its row. */
    public void forget(long subscriberId) {
        records.publish(codec.encodeKey(subscriberId), codec.encodeForget(subscriberId));
    }

    /** Waits until all profiles are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        records.flush();
    }

    /** The number of profiles that the broker acknowledged. */
    public long acknowledged() {
        return records.acknowledged();
    }

    /** The number of lost profiles. */
    public long failed() {
        return records.failed();
    }

    /** Waits, within bounds, for what was sent. Call {@link #flush} before to learn whether all of it arrived. */
    @Override
    public void close() {
        records.close();
    }
}
