package dev.aimonflink.job.stream;

import dev.aimonflink.core.matrix.EventPlace;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.query.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A message to the partition that owns a subscriber. */
public sealed interface MatrixInput {
    long subscriberId();

    /** A call, and the position of its record, for the case that it becomes a dead letter. */
    record Call(Event event, int partition, long offset) implements MatrixInput {
        @Override
        public long subscriberId() {
            return event.subscriberId();
        }
    }

    /**
     * Calls of one key group, in the order in which they were read. Any of its subscribers stands for the chunk, see
     * {@link CallChunks}.
     */
    record Calls(List<Call> calls) implements MatrixInput {
        @Override
        public long subscriberId() {
            return calls.get(0).subscriberId();
        }
    }

    /**
     * A profile, and the position of its record, for the case that it becomes a dead letter.
     *
     * @param profile null if the profile is removed
     */
    record ProfileChange(long subscriberId, Profile profile, int partition, long offset) implements MatrixInput {
        /** A change without a record in a topic. */
        public ProfileChange(long subscriberId, Profile profile) {
            this(subscriberId, profile, 0, 0);
        }
    }

    /** Erases a subscriber. */
    record Forget(long subscriberId) implements MatrixInput {}

    /**
     * A query of one subscriber.
     *
     * @param parsedMicros when it was parsed, since the epoch; zero if unknown
     */
    record PointQuery(long subscriberId, Request request, long parsedMicros) implements MatrixInput {
        private static final long NANOS_PER_MICRO = 1_000;

        public PointQuery(long subscriberId, Request request) {
            this(subscriberId, request, 0);
        }

        /** A query parsed now. The time is in wall-clock microseconds, because another machine may answer it. */
        public static PointQuery parsedNow(long subscriberId, Request request) {
            return new PointQuery(subscriberId, request, nowMicros());
        }

        private static long nowMicros() {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        }

        /** Returns how long ago it was parsed; zero if unknown, or if the clocks differ by more than that. */
        public long nanosSinceParsed() {
            return parsedMicros == 0 ? 0 : Math.max(0, nowMicros() - parsedMicros) * NANOS_PER_MICRO;
        }
    }

    /**
     * How far a reader has read its Kafka partitions. It goes to every partition of the matrix, in band with the calls: all
     * calls before these places are sent ahead of it.
     *
     * @param subscriberId a key that the partition owns, used for routing alone
     * @param attempt the checkpoint that the reader was restored from. A message of another attempt may reach a partition
     *     that did not get the calls before it
     */
    record Progress(long subscriberId, long attempt, List<EventPlace> places) implements MatrixInput {}

    final class Format implements MessageFormat<MatrixInput> {
        private static final long serialVersionUID = 1L;

        private static final byte CALL = 0;
        private static final byte PROFILE = 1;
        private static final byte CLEARED_PROFILE = 2;
        private static final byte POINT_QUERY = 3;
        private static final byte PROGRESS = 4;
        private static final byte FORGET = 5;
        private static final byte CALLS = 6;

        @Override
        public Class<MatrixInput> type() {
            return MatrixInput.class;
        }

        @Override
        public void write(MatrixInput input, DataOutput out) throws IOException {
            if (input instanceof Call call) {
                out.writeByte(CALL);
                writeCall(call, out);
            } else if (input instanceof Calls chunk) {
                out.writeByte(CALLS);
                out.writeInt(chunk.calls.size());
                for (Call call : chunk.calls) {
                    writeCall(call, out);
                }
            } else if (input instanceof ProfileChange change) {
                out.writeByte(change.profile == null ? CLEARED_PROFILE : PROFILE);
                out.writeLong(change.subscriberId);
                out.writeInt(change.partition);
                out.writeLong(change.offset);
                if (change.profile != null) {
                    writeProfile(change.profile, out);
                }
            } else if (input instanceof Forget forget) {
                out.writeByte(FORGET);
                out.writeLong(forget.subscriberId);
            } else if (input instanceof PointQuery query) {
                out.writeByte(POINT_QUERY);
                out.writeLong(query.subscriberId);
                Requests.write(query.request, out);
                out.writeLong(query.parsedMicros);
            } else if (input instanceof Progress progress) {
                out.writeByte(PROGRESS);
                out.writeLong(progress.subscriberId);
                out.writeLong(progress.attempt);
                Places.write(progress.places, out);
            }
        }

        private static void writeCall(Call call, DataOutput out) throws IOException {
            Event event = call.event;
            out.writeLong(event.subscriberId());
            out.writeLong(event.timestampMs());
            out.writeInt(event.durationSeconds());
            out.writeFloat(event.cost());
            out.writeBoolean(event.longDistance());
            out.writeInt(call.partition);
            out.writeLong(call.offset);
        }

        private static Call readCall(long subscriberId, DataInput in) throws IOException {
            return new Call(
                    new Event(subscriberId, in.readLong(), in.readInt(), in.readFloat(), in.readBoolean()),
                    in.readInt(),
                    in.readLong());
        }

        private static Calls readCalls(DataInput in) throws IOException {
            Call[] calls = new Call[in.readInt()];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = readCall(in.readLong(), in);
            }
            return new Calls(List.of(calls));
        }

        private static ProfileChange readProfile(long subscriberId, boolean cleared, DataInput in) throws IOException {
            int partition = in.readInt();
            long offset = in.readLong();
            Profile profile = cleared
                    ? null
                    : new Profile(subscriberId, Bytes.readText(in).intern(), in.readInt(), in.readInt(), in.readInt());
            return new ProfileChange(subscriberId, profile, partition, offset);
        }

        private static void writeProfile(Profile profile, DataOutput out) throws IOException {
            Bytes.writeText(profile.zip(), out);
            out.writeInt(profile.subscriptionType());
            out.writeInt(profile.category());
            out.writeInt(profile.cellValueType());
        }

        @Override
        public MatrixInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            if (kind == CALLS) {
                return readCalls(in);
            }
            long subscriberId = in.readLong();
            return switch (kind) {
                case CALL -> readCall(subscriberId, in);
                case PROFILE -> readProfile(subscriberId, false, in);
                case CLEARED_PROFILE -> readProfile(subscriberId, true, in);
                case FORGET -> new Forget(subscriberId);
                case POINT_QUERY -> new PointQuery(subscriberId, Requests.read(in), in.readLong());
                case PROGRESS -> new Progress(subscriberId, in.readLong(), Places.read(in));
                default -> throw new IOException("No matrix input has kind=" + kind);
            };
        }
    }
}
