package dev.aimonflink.job.message;

import dev.aimonflink.matrix.format.DeadLetterReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A rejected record, the reason, and its position in Kafka.
 *
 * @param reason a sentence
 * @param timestampMs of the record; {@link #UNKNOWN_TIME} if unknown
 * @param key may be null
 * @param value may be null
 */
public record DeadLetter(
        DeadLetterReason reasonClass,
        String reason,
        String topic,
        int partition,
        long offset,
        long timestampMs,
        byte[] key,
        byte[] value) {
    /** Kafka's own mark for a record without a time. */
    public static final long UNKNOWN_TIME = -1;

    public static DeadLetter of(RawRecord raw, DeadLetterReason reasonClass, String reason) {
        return new DeadLetter(
                reasonClass,
                reason,
                raw.topic(),
                raw.partition(),
                raw.offset(),
                raw.timestampMs(),
                raw.key(),
                raw.value());
    }

    public static final class Format implements MessageFormat<DeadLetter> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<DeadLetter> type() {
            return DeadLetter.class;
        }

        @Override
        public void write(DeadLetter letter, DataOutput out) throws IOException {
            out.writeUTF(letter.reasonClass.name());
            Bytes.writeText(letter.reason, out);
            out.writeUTF(letter.topic);
            out.writeInt(letter.partition);
            out.writeLong(letter.offset);
            out.writeLong(letter.timestampMs);
            Bytes.write(letter.key, out);
            Bytes.write(letter.value, out);
        }

        @Override
        public DeadLetter read(DataInput in) throws IOException {
            return new DeadLetter(
                    DeadLetterReason.valueOf(in.readUTF()),
                    Bytes.readText(in),
                    in.readUTF(),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    Bytes.read(in),
                    Bytes.read(in));
        }
    }
}
