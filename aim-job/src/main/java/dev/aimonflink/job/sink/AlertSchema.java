package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.Alert;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Serializes alerts and the events of rules, each with the id of the alert in a header. */
final class AlertSchema implements KafkaRecordSerializationSchema<Alert> {
    static final String ALERT_ID = "aim.alert-id";

    private static final long serialVersionUID = 1L;

    @Override
    public ProducerRecord<byte[], byte[]> serialize(Alert alert, KafkaSinkContext context, Long timestamp) {
        ProducerRecord<byte[], byte[]> out = new ProducerRecord<>(alert.topic(), alert.key(), alert.value());
        out.headers().add(ALERT_ID, alert.alertId().getBytes(StandardCharsets.UTF_8));
        return out;
    }
}
