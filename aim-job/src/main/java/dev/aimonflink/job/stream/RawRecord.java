package dev.aimonflink.job.stream;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A Kafka record as it was read, and where it stands.
 *
 * @param timestampMs when it was appended, or what its producer says
 * @param logAppendTime whether the timestamp is the broker's own clock (LogAppendTime), not the producer's (CreateTime)
 * @param key may be null
 * @param value may be null
 */
public record RawRecord(
        String topic, int partition, long offset, long timestampMs, boolean logAppendTime, byte[] key, byte[] value) {

    /** No record has this time: it marks where a reader begins. */
    private static final long START_MS = Long.MIN_VALUE;

    /** No record, but the message that a reader goes on in a Kafka partition at this offset. */
    public static RawRecord startOf(String topic, int partition, long offset) {
        return new RawRecord(topic, partition, offset, START_MS, true, null, null);
    }

    /** Whether this is a {@linkplain #startOf start} and no record. */
    public boolean isStart() {
        return timestampMs == START_MS;
    }

    /** Names the record: no other has the same topic, partition and offset. */
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
