package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Publishes events without waiting for each. Records are keyed by entity, which keeps an entity's events in order. For one thread, except
 * the counters.
 */
public final class EventPublisher implements AutoCloseable {
    private final RecordPublisher records;
    private final ModelEventCodec codec;
    private final DeclaredEvent filled = CallModel.newEvent();

    public EventPublisher(Connection connection, String topic, EventFormat format) {
        this(new RecordPublisher(connection, topic), format);
    }

    public EventPublisher(RecordPublisher records, EventFormat format) {
        this.records = records;
        this.codec = format.newCodec(CallModel.smallest());
    }

    /** Throws {@link ClientException} if this or an earlier event was lost. */
    public void publish(Event event) {
        byte[] key = Long.toString(event.subscriberId()).getBytes(StandardCharsets.US_ASCII);
        CallModel.fill(filled, event);
        records.publish(key, codec.encode(filled));
    }

    /** Waits until all events are acknowledged; throws {@link ClientException} if one was lost. */
    public void flush() {
        records.flush();
    }

    public long acknowledged() {
        return records.acknowledged();
    }

    /** By Kafka partition, the offset behind the last acknowledged event. */
    public Map<Integer, Long> nextOffsets() {
        return records.nextOffsets();
    }

    public long failed() {
        return records.failed();
    }

    /** Waits a bounded time for what was sent; call {@link #flush} first to learn whether all of it arrived. */
    @Override
    public void close() {
        records.close();
    }
}
