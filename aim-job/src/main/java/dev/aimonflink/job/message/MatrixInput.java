package dev.aimonflink.job.message;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.AttributeBytes;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.request.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A message to the partition that owns an entity. */
public sealed interface MatrixInput {
    EntityId key();

    /** The wall clock in microseconds since the epoch, because another machine than the sender may receive a message. */
    static long nowMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
    }

    /**
     * Events of one key group, in reading order, represented by any one of its entities, see {@link EventChunks}.
     *
     * @param attempt the checkpoint from which the reader was restored
     * @param decodedMicros when the first of all events sent together was decoded, by {@link #nowMicros}
     * @param layout of the events, see {@link MessageLayout}
     * @param rulesTopic the topic of rules that judge them, as in {@link dev.aimonflink.rules.judge.RuleHistory#topic}
     * @param rules the version of these rules
     * @param packed the events with their records' positions, as written by {@link dev.aimonflink.matrix.format.event.EventWriter}
     */
    record Events(
            EntityId key,
            int count,
            long newestMs,
            long attempt,
            long decodedMicros,
            long layout,
            long rulesTopic,
            long rules,
            byte[] packed)
            implements MatrixInput {
        @Override
        public boolean equals(Object other) {
            return other instanceof Events that
                    && key.equals(that.key)
                    && count == that.count
                    && newestMs == that.newestMs
                    && attempt == that.attempt
                    && decodedMicros == that.decodedMicros
                    && layout == that.layout
                    && rulesTopic == that.rulesTopic
                    && rules == that.rules
                    && Arrays.equals(packed, that.packed);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(packed);
        }
    }

    /**
     * A profile, and its record's position, in case it becomes a dead letter.
     *
     * @param attributes none if the profile is removed
     * @param layout of the attributes, see {@link MessageLayout}
     */
    record ProfileChange(EntityId key, Attributes attributes, long layout, int partition, long offset)
            implements MatrixInput {
        /** A change without a record in a topic, which never waits in a checkpoint. */
        public ProfileChange(EntityId key, Attributes attributes) {
            this(key, attributes, MessageLayout.UNKNOWN, 0, 0);
        }
    }

    record Forget(EntityId key) implements MatrixInput {}

    /** @param parsedMicros since the epoch; zero if unknown */
    record PointQuery(EntityId key, Request request, long parsedMicros) implements MatrixInput {
        private static final long NANOS_PER_MICRO = 1_000;

        public static PointQuery parsedNow(EntityId key, Request request) {
            return new PointQuery(key, request, nowMicros());
        }

        /** Zero if unknown, or if the clocks differ by more. */
        public long nanosSinceParsed() {
            return parsedMicros == 0 ? 0 : Math.max(0, nowMicros() - parsedMicros) * NANOS_PER_MICRO;
        }
    }

    /**
     * How far a reader has read its Kafka partitions. It goes to every partition of the matrix, in band with the events: all events before
     * these places are sent ahead of it.
     *
     * @param key one that the partition owns, used only for routing
     * @param attempt the checkpoint from which the reader was restored. A message of another attempt may reach a partition that did not get
     *     the events before it
     */
    record Progress(EntityId key, long attempt, List<EventPlace> places) implements MatrixInput {}

    final class Format implements MessageFormat<MatrixInput> {
        private static final long serialVersionUID = 1L;

        private static final byte EVENTS = 0;
        private static final byte PROFILE = 1;
        private static final byte FORGET = 2;
        private static final byte POINT_QUERY = 3;
        private static final byte PROGRESS = 4;

        @Override
        public Class<MatrixInput> type() {
            return MatrixInput.class;
        }

        @Override
        public void write(MatrixInput input, DataOutput out) throws IOException {
            if (input instanceof Events events) {
                out.writeByte(EVENTS);
                Bytes.writeKey(events.key, out);
                out.writeInt(events.count);
                out.writeLong(events.newestMs);
                out.writeLong(events.attempt);
                out.writeLong(events.decodedMicros);
                out.writeLong(events.layout);
                out.writeLong(events.rulesTopic);
                out.writeLong(events.rules);
                Bytes.write(events.packed, out);
            } else if (input instanceof ProfileChange change) {
                out.writeByte(PROFILE);
                Bytes.writeKey(change.key, out);
                AttributeBytes.write(change.attributes, out);
                out.writeLong(change.layout);
                out.writeInt(change.partition);
                out.writeLong(change.offset);
            } else if (input instanceof Forget forget) {
                out.writeByte(FORGET);
                Bytes.writeKey(forget.key, out);
            } else if (input instanceof PointQuery query) {
                out.writeByte(POINT_QUERY);
                Bytes.writeKey(query.key, out);
                Requests.write(query.request, out);
                out.writeLong(query.parsedMicros);
            } else if (input instanceof Progress progress) {
                out.writeByte(PROGRESS);
                Bytes.writeKey(progress.key, out);
                out.writeLong(progress.attempt);
                Places.write(progress.places, out);
            }
        }

        @Override
        public MatrixInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            EntityId key = Bytes.readKey(in);
            return switch (kind) {
                case EVENTS ->
                    new Events(
                            key,
                            in.readInt(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            Bytes.read(in));
                case PROFILE ->
                    new ProfileChange(key, AttributeBytes.read(in), in.readLong(), in.readInt(), in.readLong());
                case FORGET -> new Forget(key);
                case POINT_QUERY -> new PointQuery(key, Requests.read(in), in.readLong());
                case PROGRESS -> new Progress(key, in.readLong(), Places.read(in));
                default -> throw new IOException("No matrix input has kind=" + kind);
            };
        }
    }
}
