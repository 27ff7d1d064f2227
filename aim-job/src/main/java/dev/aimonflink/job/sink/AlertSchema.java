package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.LimitedLog;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.LoggerFactory;

/** Serializes alerts and events of rules, with the alert's id in a header; skips those that their topics do not take. */
final class AlertSchema implements KafkaRecordSerializationSchema<Alert> {
    static final String ALERT_ID = "aim.alert-id";

    private static final long serialVersionUID = 1L;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(AlertSchema.class));

    private final RecordLimits limits;
    private transient Counter tooLarge;

    AlertSchema(RecordLimits limits) {
        this.limits = limits;
    }

    @Override
    public void open(InitializationContext context, KafkaSinkContext sink) {
        if (tooLarge == null) { // the connector opens it twice, and the second counter of a name is in no report
            tooLarge = AimMetrics.of(context.getMetricGroup()).counter(AimMetrics.RULE_EVENTS_TOO_LARGE);
            limits.look();
        }
    }

    /** Null for a record that is not written. */
    @Override
    public ProducerRecord<byte[], byte[]> serialize(Alert alert, KafkaSinkContext context, Long timestamp) {
        ProducerRecord<byte[], byte[]> out = new ProducerRecord<>(alert.topic(), alert.key(), alert.value());
        out.headers().add(ALERT_ID, alert.alertId().getBytes(StandardCharsets.UTF_8));
        final int room = limits.roomIn(out);
        if (room < 0) {
            tooLarge.inc();
            LOG.error(
                    "The topic {} does not take the alert or event {}, which has {} bytes too many",
                    null,
                    out.topic(),
                    alert.alertId(),
                    -room);
            return null;
        }
        return out;
    }
}
