package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A Kafka record as read, and its position.
 *
 * @param timestampMs when it was appended, or the producer's time
 * @param logAppendTime whether the timestamp is the broker's clock (LogAppendTime), not the producer's (CreateTime)
 * @param key may be null
 * @param value may be null
 */
public record RawRecord(
        String topic, int partition, long offset, long timestampMs, boolean logAppendTime, byte[] key, byte[] value) {

    /** Marks a {@linkplain #startOf start}; no record has this time. */
    private static final long START_MS = Long.MIN_VALUE;

    /** Marks the {@linkplain #END_OF_BATCH end of a batch}; no record has this time. */
    private static final long END_MS = Long.MIN_VALUE + 1;

    /** The message, not a record, that no further record waits. */
    public static final RawRecord END_OF_BATCH = new RawRecord("", 0, 0, END_MS, true, null, null);

    /**
     * The message, not a record, that a reader begins in a Kafka partition at this offset.
     *
     * @param lost how many records before it the reader was to read, and Kafka no longer had
     */
    public static RawRecord startOf(String topic, int partition, long offset, long lost) {
        byte[] value =
                lost == 0 ? null : ByteBuffer.allocate(Long.BYTES).putLong(lost).array();
        return new RawRecord(topic, partition, offset, START_MS, true, null, value);
    }

    /** Whether this is a {@linkplain #startOf start} instead of a record. */
    public boolean isStart() {
        return timestampMs == START_MS;
    }

    public long lost() {
        return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    }

    /** Whether this is the {@linkplain #END_OF_BATCH end of a batch} instead of a record. */
    public boolean isEndOfBatch() {
        return timestampMs == END_MS;
    }

    /** A name of the record, unique by topic, partition and offset. */
    public String position() {
        return topic + "-" + partition + "-" + offset;
    }

    public static final class Format implements MessageFormat<RawRecord> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<RawRecord> type() {
            return RawRecord.class;
        }

        @Override
        public void write(RawRecord raw, DataOutput out) throws IOException {
            out.writeUTF(raw.topic);
            out.writeInt(raw.partition);
            out.writeLong(raw.offset);
            out.writeLong(raw.timestampMs);
            out.writeBoolean(raw.logAppendTime);
            Bytes.write(raw.key, out);
            Bytes.write(raw.value, out);
        }

        @Override
        public RawRecord read(DataInput in) throws IOException {
            return new RawRecord(
                    in.readUTF(),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean(),
                    Bytes.read(in),
                    Bytes.read(in));
        }
    }
}
