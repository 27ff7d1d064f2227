package dev.aimonflink.job.sink;

import dev.aimonflink.job.stream.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** A dead letter: the original bytes, and in headers why and whence. */
final class DeadLetterSchema implements KafkaRecordSerializationSchema<DeadLetter> {
    static final String REASON = "aim.reason";
    static final String TOPIC = "aim.topic";
    static final String PARTITION = "aim.partition";
    static final String OFFSET = "aim.offset";

    /** The length of the original, on a letter that was cut. */
    static final String TRUNCATED = "aim.truncated";

    /** Brokers take records of up to 1 MiB by default; headers need some of it. */
    static final int MAX_BYTES = 900 * 1024;

    /** Enough for every reason, short enough that quoting a record's content cannot blow the letter up. */
    static final int MAX_REASON_CHARS = 1024;

    /** Keys of records are short; what is longer is cut as a value is. */
    static final int MAX_KEY_BYTES = 16 * 1024;

    private static final long serialVersionUID = 1L;

    private final String topic;

    DeadLetterSchema(String topic) {
        this.topic = topic;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(DeadLetter letter, KafkaSinkContext context, Long timestamp) {
        ProducerRecord<byte[], byte[]> out =
                new ProducerRecord<>(topic, cut(letter.key(), MAX_KEY_BYTES), cut(letter.value(), MAX_BYTES));
        Headers headers = out.headers();
        String reason = letter.reason();
        add(headers, REASON, reason.length() <= MAX_REASON_CHARS ? reason : reason.substring(0, MAX_REASON_CHARS));
        add(headers, TOPIC, letter.topic());
        add(headers, PARTITION, String.valueOf(letter.partition()));
        add(headers, OFFSET, String.valueOf(letter.offset()));
        if (letter.value() != null && letter.value().length > MAX_BYTES) {
            add(headers, TRUNCATED, String.valueOf(letter.value().length));
        }
        return out;
    }

    private static byte[] cut(byte[] bytes, int limit) {
        return bytes == null || bytes.length <= limit ? bytes : Arrays.copyOf(bytes, limit);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
