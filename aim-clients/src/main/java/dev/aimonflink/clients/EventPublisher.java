package dev.aimonflink.clients;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.EventFormat;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.Producer;

/**
 * Publishes events without waiting for each. Records are keyed by subscriber, so a subscriber's events stay in order. For
 * one thread; the counters are for any.
 */
public final class EventPublisher implements AutoCloseable {
    private final PublishingProducer producer;
    private final EventCodec codec;

    public EventPublisher(Connection connection, String topic, EventFormat format) {
        this(connection.openProducer(PublishingProducer.settings()), topic, format);
    }

    EventPublisher(Producer<byte[], byte[]> producer, String topic, EventFormat format) {
        this.producer = new PublishingProducer(producer, topic);
        this.codec = format.newCodec();
    }

    /** Sends an event, or throws {@link ClientException} if this one or an earlier one was lost. */
    public void publish(Event event) {
        byte[] key = Long.toString(event.subscriberId()).getBytes(StandardCharsets.US_ASCII);
        producer.send(key, codec.encode(event));
    }

    /** Waits until all events are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        producer.flush();
    }

    /** The number of events that the broker acknowledged. */
    public long acknowledged() {
        return producer.acknowledged();
    }

    /** The number of lost events. */
    public long failed() {
        return producer.failed();
    }

    /** Waits, within bounds, for what was sent. Call {@link #flush} before to learn whether all of it arrived. */
    @Override
    public void close() {
        producer.close();
    }
}
