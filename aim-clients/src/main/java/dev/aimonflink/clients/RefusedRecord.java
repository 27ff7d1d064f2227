package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.DeadLetterHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A refused record for people; fields are null if their header is missing, as in a record that the job did not write.
 *
 * @param reason a sentence
 * @param reasonClass such as {@code malformed}
 * @param recordTime when Kafka had the refused record; null if unknown
 * @param key of the refused record, as text or hex digits; may be null
 * @param valueBytes of the refused record; may be null
 * @param cutFrom the original length of a cut value; null if it is whole
 */
public record RefusedRecord(
        Instant time,
        String reason,
        String reasonClass,
        String topic,
        Long partition,
        Long offset,
        Instant recordTime,
        String key,
        byte[] valueBytes,
        Long cutFrom) {

    public static RefusedRecord of(ConsumerRecord<byte[], byte[]> letter) {
        return new RefusedRecord(
                Instant.ofEpochMilli(letter.timestamp()),
                header(letter, DeadLetterHeaders.REASON),
                header(letter, DeadLetterHeaders.REASON_CLASS),
                header(letter, DeadLetterHeaders.TOPIC),
                number(letter, DeadLetterHeaders.PARTITION),
                number(letter, DeadLetterHeaders.OFFSET),
                time(number(letter, DeadLetterHeaders.TIMESTAMP)),
                shown(letter.key()),
                letter.value(),
                number(letter, DeadLetterHeaders.TRUNCATED));
    }

    /** The refused record's value, as text or hex digits; may be null. */
    public String value() {
        return shown(valueBytes);
    }

    /** The refused record's place, such as {@code aim.events.v1-2@1234}; null if unknown. */
    public String place() {
        return topic == null || partition == null || offset == null ? null : topic + "-" + partition + "@" + offset;
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static Long number(ConsumerRecord<byte[], byte[]> letter, String name) {
        try {
            String digits = header(letter, name);
            return digits == null ? null : Long.valueOf(digits);
        } catch (NumberFormatException foreign) {
            // Anybody can write to the topic.
            return null;
        }
    }

    private static Instant time(Long epochMs) {
        return epochMs == null ? null : Instant.ofEpochMilli(epochMs);
    }

    /** Text as it is, such as JSON; other bytes as hex digits. */
    private static String shown(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.chars().allMatch(RefusedRecord::isReadable)) {
                return text;
            }
        } catch (CharacterCodingException binary) {
            // Shown below.
        }
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    /** Control characters could change what a terminal shows. */
    private static boolean isReadable(int character) {
        return !Character.isISOControl(character) || character == '\n' || character == '\r' || character == '\t';
    }
}
