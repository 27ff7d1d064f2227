package dev.aimonflink.job.sink;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.format.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.job.sink.DeadLetterSchema.MAX_BYTES;
import static dev.aimonflink.job.sink.DeadLetterSchema.MAX_KEY_BYTES;
import static dev.aimonflink.job.sink.DeadLetterSchema.MAX_REASON_CHARS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class DeadLetterSchemaTest {
    /** What brokers and producers take by default. */
    private static final int KAFKA_LIMIT_BYTES = 1024 * 1024;

    static final RecordLimits UNASKED = new RecordLimits(new Properties(), List.of());

    private static ProducerRecord<byte[], byte[]> serialize(String reason, byte[] key, byte[] value) {
        return new DeadLetterSchema("dead", null, UNASKED)
                .serialize(
                        new DeadLetter(
                                DeadLetterReason.OVERFLOW, reason, "topic", 3, 41, 1_795_132_800_000L, key, value),
                        null,
                        12L);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 7);
        return bytes;
    }

    private static Map<String, String> headers(ProducerRecord<byte[], byte[]> out) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : out.headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return headers;
    }

    @Test
    void shouldSendTheOriginalWithWhyAndWhence() {
        ProducerRecord<byte[], byte[]> out = serialize("cost=NaN ist ungültig", bytes(2), bytes(3));
        assertThat(out.topic()).isEqualTo("dead");
        assertThat(out.partition()).isNull();
        assertThat(out.key()).isEqualTo(bytes(2));
        assertThat(out.value()).isEqualTo(bytes(3));
        assertThat(headers(out))
                .containsExactly(
                        entry("aim.reason", "cost=NaN ist ungültig"),
                        entry("aim.reason.class", "overflow"),
                        entry("aim.topic", "topic"),
                        entry("aim.partition", "3"),
                        entry("aim.offset", "41"),
                        entry("aim.timestamp", "1795132800000"));
    }

    @Test
    void shouldSendWhatHasNoKeyOrNoValue() {
        ProducerRecord<byte[], byte[]> out = serialize("the value is null", null, null);
        assertThat(out.key()).isNull();
        assertThat(out.value()).isNull();
        assertThat(headers(out)).hasSize(6);
    }

    @Test
    void shouldCutAValueBeyondTheLimitAndTellItsLength() {
        ProducerRecord<byte[], byte[]> whole = serialize("bad", null, bytes(MAX_BYTES));
        assertThat(whole.value()).hasSize(MAX_BYTES);
        assertThat(headers(whole)).doesNotContainKey("aim.truncated");
        ProducerRecord<byte[], byte[]> cut = serialize("bad", null, bytes(MAX_BYTES + 1));
        assertThat(cut.value()).isEqualTo(bytes(MAX_BYTES));
        assertThat(headers(cut)).containsEntry("aim.truncated", "921601");
    }

    @Test
    void shouldCutAKeyBeyondTheLimit() {
        assertThat(serialize("bad", bytes(MAX_KEY_BYTES), null).key()).hasSize(MAX_KEY_BYTES);
        assertThat(serialize("bad", bytes(MAX_KEY_BYTES + 1), null).key()).hasSize(MAX_KEY_BYTES);
    }

    @Test
    void shouldCutAReasonBeyondTheLimit() {
        String reason = "ü".repeat(MAX_REASON_CHARS);
        assertThat(headers(serialize(reason, null, null))).containsEntry("aim.reason", reason);
        assertThat(headers(serialize(reason + "!", null, null))).containsEntry("aim.reason", reason);
    }

    @Test
    void shouldStayBelowTheLimitOfKafkaWhateverIsInTheLetter() {
        DeadLetter largest = new DeadLetter(
                DeadLetterReason.UNANSWERABLE,
                "電".repeat(1_000_000),
                "t".repeat(249),
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                bytes(2 * KAFKA_LIMIT_BYTES),
                bytes(2 * KAFKA_LIMIT_BYTES));
        ProducerRecord<byte[], byte[]> out = new DeadLetterSchema("dead", null, UNASKED).serialize(largest, null, null);
        assertThat(AbstractRecords.estimateSizeInBytesUpperBound(
                        RecordBatch.CURRENT_MAGIC_VALUE,
                        CompressionType.NONE,
                        out.key(),
                        out.value(),
                        out.headers().toArray()))
                .isLessThan(KAFKA_LIMIT_BYTES);
    }

    @Test
    void shouldWriteOneOfAHundredLettersBeyondTheLimitOfASecondAndCountTheOthers() {
        AtomicLong nowNanos = new AtomicLong();
        RecordedMetrics metrics = new RecordedMetrics();
        DeadLetterSchema schema = new DeadLetterSchema("dead", 20, UNASKED);
        schema.open(metrics.group(), 2, nowNanos::get);
        assertThat(written(schema, 10)).isEqualTo(10);
        assertThat(written(schema, 250)).isEqualTo(2);
        nowNanos.addAndGet(1_000_000_000);
        assertThat(written(schema, 10)).isEqualTo(10);
        assertThat(written(schema, 50)).isEqualTo(1);
        assertThat(metrics.counter(AimMetrics.LETTERS_SKIPPED)).isEqualTo(297);
        assertThat(metrics.counter(AimMetrics.LETTERS_SKIPPED + "Overflow")).isEqualTo(297);
    }

    private static int written(DeadLetterSchema schema, int letters) {
        int written = 0;
        for (int i = 0; i < letters; i++) {
            if (schema.serialize(
                            new DeadLetter(
                                    DeadLetterReason.OVERFLOW,
                                    "bad",
                                    "topic",
                                    0,
                                    i,
                                    DeadLetter.UNKNOWN_TIME,
                                    null,
                                    null),
                            null,
                            null)
                    != null) {
                written++;
            }
        }
        return written;
    }

    @Test
    void shouldWriteALetterASecondInEachWriterAtLeast() {
        DeadLetterSchema schema = new DeadLetterSchema("dead", 1, UNASKED);
        schema.open(new RecordedMetrics().group(), 128, () -> 0);
        assertThat(written(schema, 2)).isEqualTo(1);
    }
}
