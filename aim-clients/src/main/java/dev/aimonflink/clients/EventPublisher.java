package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Publishes events without waiting for each. Records are keyed by entity, so an entity's events stay in order. For
 * one thread; the counters are for any.
 */
public final class EventPublisher implements AutoCloseable {
    private final RecordPublisher records;
    private final ModelEventCodec codec;
    private final DeclaredEvent filled = CallModel.newEvent();

    public EventPublisher(Connection connection, String topic, EventFormat format) {
        this(new RecordPublisher(connection, topic), format);
    }

    /** @param records is closed with this publisher */
    public EventPublisher(RecordPublisher records, EventFormat format) {
        this.records = records;
        this.codec = format.newCodec(CallModel.smallest());
    }

    /** Sends an event, or throws {@link ClientException} if this one or an earlier one was lost. */
    public void publish(Event event) {
        byte[] key = Long.toString(event.subscriberId()).getBytes(StandardCharsets.US_ASCII);
        CallModel.fill(filled, event);
        records.publish(key, codec.encode(filled));
    }

    /** Waits until all events are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        records.flush();
    }

    /** The number of events that the broker acknowledged. */
    public long acknowledged() {
        return records.acknowledged();
    }

    /** By Kafka partition, the offset behind the last event that the broker acknowledged. */
    public Map<Integer, Long> nextOffsets() {
        return records.nextOffsets();
    }

    /** The number of lost events. */
    public long failed() {
        return records.failed();
    }

    /** Waits, within bounds, for what was sent. Call {@link #flush} before to learn whether all of it arrived. */
    @Override
    public void close() {
        records.close();
    }
}
