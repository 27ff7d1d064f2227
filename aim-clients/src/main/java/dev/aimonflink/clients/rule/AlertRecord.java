package dev.aimonflink.clients.rule;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.RefusedRecord;
import java.io.IOException;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of the topic of alerts.
 *
 * @param time when Kafka took it
 */
public record AlertRecord(Instant time, ObjectNode alert) {
    /** Amounts keep their cents. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Anything else becomes one with that message, because anybody can write to the topic. */
    public static AlertRecord of(ConsumerRecord<byte[], byte[]> record) {
        return new AlertRecord(Instant.ofEpochMilli(record.timestamp()), alert(record));
    }

    private static ObjectNode alert(ConsumerRecord<byte[], byte[]> record) {
        try {
            if (record.value() != null && JSON.readTree(record.value()) instanceof ObjectNode alert) {
                return alert;
            }
        } catch (IOException foreign) {
            // It is shown unchanged.
        }
        return JSON.createObjectNode()
                .put("message", "no alert: " + RefusedRecord.of(record).value());
    }

    public String rule() {
        return alert.path("rule").asText("");
    }
}
