package dev.aimonflink.job.stream;

import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.pass.Part.Source;
import dev.aimonflink.core.pass.QueryError;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.core.row.Cut;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A message to the merger of a request. */
public sealed interface MergeInput {
    String requestKey();

    /**
     * The request was accepted and is on its way to the partitions.
     *
     * @param askedMs when it was asked, epoch milliseconds; only metrics use it, so stored registrations lack it
     * @param execution the run of the job that read it
     */
    record Registration(Request request, long askedMs, Execution execution) implements MergeInput {
        public static final long UNKNOWN_TIME = Long.MIN_VALUE;

        public Registration(Request request) {
            this(request, UNKNOWN_TIME);
        }

        public Registration(Request request, long askedMs) {
            this(request, askedMs, Execution.UNKNOWN);
        }

        @Override
        public String requestKey() {
            return request.key();
        }
    }

    /**
     * The text of a registered request has been planned, and is on its way to the partitions.
     *
     * @param tableValues the values of tables that it was planned with; null if there are none
     */
    record Planned(String requestKey, byte[] tableValues) implements MergeInput {}

    /** A registered request goes to no partition. */
    record Refused(String requestKey, QueryError error) implements MergeInput {}

    /** A partition's part of the answer. */
    record Arrival(Part part) implements MergeInput {
        @Override
        public String requestKey() {
            return part.requestKey();
        }
    }

    final class Format implements MessageFormat<MergeInput> {
        private static final long serialVersionUID = 1L;

        private static final byte REGISTRATION = 0;
        /** Written by 0.1: its cut has one time. */
        private static final byte PART_WITH_ONE_TIME = 1;

        private static final byte TIMED_REGISTRATION = 2;
        private static final byte PART = 3;
        private static final byte REGISTRATION_WANTING_PROGRESS = 4;
        private static final byte PART_WITH_PLACES = 5;
        private static final byte REGISTRATION_AWAITING_EVENTS = 6;
        private static final byte PLANNED = 7;
        private static final byte REFUSED = 8;
        private static final byte REGISTRATION_OF_EXECUTION = 9;
        private static final byte PART_LACKING_EVENTS = 10;

        /** Marks the code of an error whose state and position follow, as those of a SQL_ERROR always do. */
        private static final int OF_A_PLACE = 1 << 6;

        @Override
        public Class<MergeInput> type() {
            return MergeInput.class;
        }

        @Override
        public void write(MergeInput input, DataOutput out) throws IOException {
            if (input instanceof Registration registration) {
                write(registration, out);
            } else if (input instanceof Planned planned) {
                out.writeByte(PLANNED);
                Bytes.writeText(planned.requestKey, out);
                Bytes.write(planned.tableValues, out);
            } else if (input instanceof Refused refused) {
                out.writeByte(REFUSED);
                Bytes.writeText(refused.requestKey, out);
                write(refused.error, out);
            } else if (input instanceof Arrival arrival) {
                Cut cut = arrival.part.cut();
                boolean hasPlaces = cut.places() != null;
                if (cut.lost() == 0) {
                    out.writeByte(hasPlaces ? PART_WITH_PLACES : PART);
                } else {
                    out.writeByte(PART_LACKING_EVENTS);
                    out.writeLong(cut.lost());
                    out.writeBoolean(hasPlaces);
                }
                writePart(arrival.part, out);
                if (hasPlaces) {
                    Places.write(cut.places(), out);
                }
            }
        }

        private static void write(Registration registration, DataOutput out) throws IOException {
            if (!registration.execution.equals(Execution.UNKNOWN)) {
                out.writeByte(REGISTRATION_OF_EXECUTION);
                Requests.writeAwaiting(registration.request, out);
                out.writeLong(registration.askedMs);
                registration.execution.write(out);
                return;
            }
            if (Requests.awaitEvents(registration.request)) {
                out.writeByte(REGISTRATION_AWAITING_EVENTS);
                Requests.writeAwaiting(registration.request, out);
                out.writeLong(registration.askedMs);
                return;
            }
            boolean wantsProgress = registration.request.wantsProgress();
            boolean timed = wantsProgress || registration.askedMs != Registration.UNKNOWN_TIME;
            out.writeByte(wantsProgress ? REGISTRATION_WANTING_PROGRESS : timed ? TIMED_REGISTRATION : REGISTRATION);
            Requests.write(registration.request, out);
            if (timed) {
                out.writeLong(registration.askedMs);
            }
        }

        private static void writePart(Part part, DataOutput out) throws IOException {
            Bytes.writeText(part.requestKey(), out);
            out.writeInt(part.source().partition());
            out.writeInt(part.source().partitions());
            out.writeLong(part.source().attempt());
            out.writeLong(part.cut().oldestMs());
            out.writeLong(part.cut().newestMs());
            out.writeInt(part.cut().windowNumbers().size());
            for (int number : part.cut().windowNumbers()) {
                out.writeInt(number);
            }
            out.writeLong(part.rowsScanned());
            out.writeLong(part.queuedNanos());
            out.writeLong(part.scanNanos());
            Bytes.write(part.partial(), out);
            if (part.partial() == null) {
                write(part.error(), out);
            }
        }

        private static void write(QueryError error, DataOutput out) throws IOException {
            boolean isOfSql = error.code() == QueryError.Code.SQL_ERROR;
            boolean isPlain = error.inSql().equals(error.code().inSql());
            out.writeByte(error.code().ordinal() | (isOfSql || isPlain ? 0 : OF_A_PLACE));
            Bytes.writeText(error.message(), out);
            if (isOfSql || !isPlain) {
                Bytes.writeText(error.inSql().state(), out);
                out.writeInt(error.inSql().position());
            }
        }

        @Override
        public MergeInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            return switch (kind) {
                case REGISTRATION -> new Registration(Requests.read(in, false));
                case PART_WITH_ONE_TIME -> new Arrival(readPart(in, false, 0));
                case TIMED_REGISTRATION -> new Registration(Requests.read(in, false), in.readLong());
                case PART -> new Arrival(readPart(in, true, 0));
                case REGISTRATION_WANTING_PROGRESS -> new Registration(Requests.read(in, true), in.readLong());
                case REGISTRATION_AWAITING_EVENTS -> new Registration(Requests.readAwaiting(in), in.readLong());
                case PLANNED -> new Planned(Bytes.readText(in), Bytes.read(in));
                case REFUSED -> new Refused(Bytes.readText(in), readError(in));
                case REGISTRATION_OF_EXECUTION ->
                    new Registration(Requests.readAwaiting(in), in.readLong(), Execution.read(in));
                case PART_WITH_PLACES -> new Arrival(readPart(in, true, 0).with(Places.read(in)));
                case PART_LACKING_EVENTS -> new Arrival(readLackingPart(in));
                default -> throw new IOException("No merge input has kind=" + kind);
            };
        }

        private static Part readLackingPart(DataInput in) throws IOException {
            long lost = in.readLong();
            boolean hasPlaces = in.readBoolean();
            Part part = readPart(in, true, lost);
            return hasPlaces ? part.with(Places.read(in)) : part;
        }

        private static Part readPart(DataInput in, boolean twoTimes, long lost) throws IOException {
            String requestKey = Bytes.readText(in);
            Source source = new Source(in.readInt(), in.readInt(), in.readLong());
            long oldestMs = in.readLong();
            long newestMs = twoTimes ? in.readLong() : oldestMs;
            List<Integer> windowNumbers = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                windowNumbers.add(in.readInt());
            }
            Cut cut = new Cut(oldestMs, newestMs, windowNumbers, null, lost);
            long rowsScanned = in.readLong();
            long queuedNanos = in.readLong();
            long scanNanos = in.readLong();
            byte[] partial = Bytes.read(in);
            QueryError error = partial == null ? readError(in) : null;
            return new Part(requestKey, source, cut, rowsScanned, queuedNanos, scanNanos, partial, error);
        }

        private static QueryError readError(DataInput in) throws IOException {
            int written = in.readByte();
            QueryError.Code code = QueryError.Code.values()[written & ~OF_A_PLACE];
            String message = Bytes.readText(in);
            return code == QueryError.Code.SQL_ERROR || (written & OF_A_PLACE) != 0
                    ? new QueryError(code, message, new QueryError.InSql(Bytes.readText(in), in.readInt()))
                    : new QueryError(code, message);
        }
    }
}
