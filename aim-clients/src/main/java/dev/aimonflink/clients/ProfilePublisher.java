package dev.aimonflink.clients;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.wire.ProfileCodec;
import org.apache.kafka.clients.producer.Producer;

/** Publishes subscriber profiles without waiting for each. For one thread; the counters are for any. */
public final class ProfilePublisher implements AutoCloseable {
    private final PublishingProducer producer;
    private final ProfileCodec codec = new ProfileCodec();

    public ProfilePublisher(Connection connection, String topic) {
        this(connection.openProducer(PublishingProducer.settings()), topic);
    }

    ProfilePublisher(Producer<byte[], byte[]> producer, String topic) {
        this.producer = new PublishingProducer(producer, topic);
    }

    /** Sends a profile, or throws {@link ClientException} if this one or an earlier one was lost. */
    public void publish(Profile profile) {
        producer.send(codec.encodeKey(profile.subscriberId()), codec.encode(profile));
    }

    /** Sends a tombstone: the subscriber keeps its row and loses its attributes. */
    public void clear(long subscriberId) {
        producer.send(codec.encodeKey(subscriberId), null);
    }

    /** Sends a record that erases the subscriber: its aggregates, its profile and its row. */
    public void forget(long subscriberId) {
        producer.send(codec.encodeKey(subscriberId), codec.encodeForget(subscriberId));
    }

    /** Waits until all profiles are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        producer.flush();
    }

    /** The number of profiles that the broker acknowledged. */
    public long acknowledged() {
        return producer.acknowledged();
    }

    /** The number of lost profiles. */
    public long failed() {
        return producer.failed();
    }

    /** Waits, within bounds, for what was sent. Call {@link #flush} before to learn whether all of it arrived. */
    @Override
    public void close() {
        producer.close();
    }
}
