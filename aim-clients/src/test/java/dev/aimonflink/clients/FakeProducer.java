package dev.aimonflink.clients;

import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer that acknowledges at once or on request, and passes each record to a listener. */
class FakeProducer extends MockProducer<byte[], byte[]> {
    private final Consumer<ProducerRecord<byte[], byte[]>> sent;

    FakeProducer(boolean acknowledgeAtOnce, Consumer<ProducerRecord<byte[], byte[]>> sent) {
        super(acknowledgeAtOnce, null, new ByteArraySerializer(), new ByteArraySerializer());
        this.sent = sent;
    }

    static FakeProducer acknowledging() {
        return new FakeProducer(true, record -> {});
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        Future<RecordMetadata> future = super.send(record, callback);
        sent.accept(record);
        return future;
    }
}
