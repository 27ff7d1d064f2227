package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.PerSecond;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.matrix.format.DeadLetterHeaders;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Serializes a dead letter: the original bytes, with the reason and original position in headers. Skips those beyond a limit. */
final class DeadLetterSchema implements KafkaRecordSerializationSchema<DeadLetter> {
    /** The limit of a value: brokers accept records of up to 1 MiB by default, including headers. */
    static final int MAX_BYTES = 900 * 1024;

    /** Enough for every reason, and a bound on those that quote a record's content. */
    static final int MAX_REASON_CHARS = 1024;

    /** Keys are short; a longer one is cut like a value. */
    static final int MAX_KEY_BYTES = 16 * 1024;

    /** More than the header with a cut value's length, and the lengths of key and value. */
    private static final int CUT_BYTES = 64;

    private static final long serialVersionUID = 1L;

    private final String topic;
    private final Integer perSecondOrNull;
    private final RecordLimits limits;

    private transient ReasonCounter<DeadLetterReason> skipped;
    private transient PerSecond limit;

    /** @param perSecondOrNull for all writers together; null for all letters */
    DeadLetterSchema(String topic, Integer perSecondOrNull, RecordLimits limits) {
        this.topic = topic;
        this.perSecondOrNull = perSecondOrNull;
        this.limits = limits;
    }

    @Override
    public void open(InitializationContext context, KafkaSinkContext sink) {
        if (skipped == null) { // the connector opens it twice, and the second counter of a name is in no report
            open(context.getMetricGroup(), sink.getNumberOfParallelInstances(), NanoClock.SYSTEM);
            limits.look();
        }
    }

    void open(MetricGroup operator, int writers, NanoClock timer) {
        skipped = new ReasonCounter<>(operator, AimMetrics.LETTERS_SKIPPED, List.of(DeadLetterReason.values()));
        limit = new PerSecond(perSecondOrNull, writers, Integer.MAX_VALUE, timer);
    }

    private boolean isBeyond() {
        if (perSecondOrNull == null) {
            return false;
        }
        limit.look();
        return limit.isBeyond();
    }

    /** Null for a letter that is not written. */
    @Override
    public ProducerRecord<byte[], byte[]> serialize(DeadLetter letter, KafkaSinkContext context, Long timestamp) {
        if (isBeyond()) {
            skipped.count(letter.reasonClass());
            return null;
        }
        Headers headers = new RecordHeaders();
        String reason = letter.reason();
        add(
                headers,
                DeadLetterHeaders.REASON,
                reason.length() <= MAX_REASON_CHARS ? reason : reason.substring(0, MAX_REASON_CHARS));
        add(headers, DeadLetterHeaders.REASON_CLASS, letter.reasonClass().label());
        add(headers, DeadLetterHeaders.TOPIC, letter.topic());
        add(headers, DeadLetterHeaders.PARTITION, String.valueOf(letter.partition()));
        add(headers, DeadLetterHeaders.OFFSET, String.valueOf(letter.offset()));
        if (letter.timestampMs() != DeadLetter.UNKNOWN_TIME) {
            add(headers, DeadLetterHeaders.TIMESTAMP, String.valueOf(letter.timestampMs()));
        }
        final int room = limits.roomIn(new ProducerRecord<>(topic, null, (byte[]) null, null, headers)) - CUT_BYTES;
        if (room < 0) {
            skipped.count(letter.reasonClass());
            return null;
        }
        byte[] key = cut(letter.key(), Math.min(MAX_KEY_BYTES, room));
        byte[] value = cut(letter.value(), Math.min(MAX_BYTES, room - (key == null ? 0 : key.length)));
        if (value != letter.value()) {
            add(headers, DeadLetterHeaders.TRUNCATED, String.valueOf(letter.value().length));
        }
        return new ProducerRecord<>(topic, null, key, value, headers);
    }

    private static byte[] cut(byte[] bytes, int limit) {
        return bytes == null || bytes.length <= limit ? bytes : Arrays.copyOf(bytes, limit);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
