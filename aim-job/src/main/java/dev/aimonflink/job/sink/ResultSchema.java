package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.ResultMessage;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Serializes an answer, keyed by its client. */
final class ResultSchema implements KafkaRecordSerializationSchema<ResultMessage> {
    private static final long serialVersionUID = 1L;

    private final String topic;

    ResultSchema(String topic) {
        this.topic = topic;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(ResultMessage result, KafkaSinkContext context, Long timestamp) {
        return new ProducerRecord<>(topic, result.clientId().getBytes(StandardCharsets.UTF_8), result.json());
    }
}
