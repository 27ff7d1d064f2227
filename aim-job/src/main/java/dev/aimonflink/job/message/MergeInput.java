package dev.aimonflink.job.message;

import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Part.Source;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.Request;
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
     * @param askedMs epoch milliseconds; only for metrics, so stored registrations lack it
     * @param execution the run of the job that read it
     */
    record Registration(Request request, long askedMs, Execution execution) implements MergeInput {
        public static final long UNKNOWN_TIME = Long.MIN_VALUE;

        @Override
        public String requestKey() {
            return request.key();
        }
    }

    /** A registered request's text has been planned, and is on its way to the partitions. */
    record Planned(String requestKey, byte[] tableValues) implements MergeInput {}

    /** A registered request goes to no partition, or its client has cancelled it: it is answered with an error. */
    record Refused(String requestKey, QueryError error) implements MergeInput {}

    record Arrival(Part part) implements MergeInput {
        @Override
        public String requestKey() {
            return part.requestKey();
        }
    }

    final class Format implements MessageFormat<MergeInput> {
        private static final long serialVersionUID = 1L;

        private static final byte REGISTRATION = 0;
        private static final byte PLANNED = 1;
        private static final byte REFUSED = 2;
        private static final byte PART = 3;

        /** A part with the number of applied events, and information on its scan. */
        private static final byte COUNTED_PART = 4;

        /** Also with the age of its cut. */
        private static final byte AGED_PART = 5;

        /** Also with the number of fresh rows. */
        private static final byte FRESH_PART = 6;

        /** Also with the time for columns that were not kept. */
        private static final byte FILLED_PART = 7;

        private static final byte NO_SCAN = -1;

        @Override
        public Class<MergeInput> type() {
            return MergeInput.class;
        }

        @Override
        public void write(MergeInput input, DataOutput out) throws IOException {
            if (input instanceof Registration registration) {
                out.writeByte(REGISTRATION);
                Requests.write(registration.request, out);
                out.writeLong(registration.askedMs);
                registration.execution.write(out);
            } else if (input instanceof Planned planned) {
                out.writeByte(PLANNED);
                Bytes.writeText(planned.requestKey, out);
                Bytes.write(planned.tableValues, out);
            } else if (input instanceof Refused refused) {
                out.writeByte(REFUSED);
                Bytes.writeText(refused.requestKey, out);
                write(refused.error, out);
            } else if (input instanceof Arrival arrival) {
                final byte kind = kindOf(arrival.part);
                out.writeByte(kind);
                writePart(arrival.part, out);
                if (kind != PART) {
                    writeCounts(arrival.part, out);
                }
                if (kind >= AGED_PART) {
                    out.writeLong(arrival.part.scan().ageNanos());
                }
                if (kind >= FRESH_PART) {
                    out.writeLong(arrival.part.scan().freshRows());
                }
                if (kind == FILLED_PART) {
                    out.writeLong(arrival.part.scan().fillNanos());
                }
            }
        }

        private static byte kindOf(Part part) {
            if (part.scan() != null && part.scan().fillNanos() != 0) {
                return FILLED_PART;
            }
            if (part.scan() != null && part.scan().freshRows() != 0) {
                return FRESH_PART;
            }
            if (part.scan() != null
                    && (part.scan().mode() == null || part.scan().ageNanos() != 0)) {
                return AGED_PART;
            }
            return part.cut().applied() != 0 || part.scan() != null ? COUNTED_PART : PART;
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
            out.writeBoolean(part.cut().places() != null);
            if (part.cut().places() != null) {
                Places.write(part.cut().places(), out);
            }
            out.writeLong(part.cut().lost());
            out.writeLong(part.rowsScanned());
            out.writeLong(part.queuedNanos());
            out.writeLong(part.scanNanos());
            Bytes.write(part.partial(), out);
            if (part.partial() == null) {
                write(part.error(), out);
            }
        }

        private static void writeCounts(Part part, DataOutput out) throws IOException {
            out.writeLong(part.cut().applied());
            Part.OfScan scan = part.scan();
            out.writeByte(
                    scan == null || scan.mode() == null ? NO_SCAN : scan.mode().ordinal());
            out.writeLong(scan == null ? 0 : scan.cpuNanos());
        }

        private static void write(QueryError error, DataOutput out) throws IOException {
            out.writeByte(error.code().ordinal());
            Bytes.writeText(error.message(), out);
            Bytes.writeText(error.inSql().state(), out);
            out.writeInt(error.inSql().position());
        }

        @Override
        public MergeInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            return switch (kind) {
                case REGISTRATION -> new Registration(Requests.read(in), in.readLong(), Execution.read(in));
                case PLANNED -> new Planned(Bytes.readText(in), Bytes.read(in));
                case REFUSED -> new Refused(Bytes.readText(in), readError(in));
                case PART, COUNTED_PART, AGED_PART, FRESH_PART, FILLED_PART -> new Arrival(readPart(in, kind));
                default -> throw new IOException("No merge input has kind=" + kind);
            };
        }

        private static Part readPart(DataInput in, byte kind) throws IOException {
            String requestKey = Bytes.readText(in);
            Source source = new Source(in.readInt(), in.readInt(), in.readLong());
            long oldestMs = in.readLong();
            long newestMs = in.readLong();
            List<Integer> windowNumbers = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                windowNumbers.add(in.readInt());
            }
            List<EventPlace> places = in.readBoolean() ? Places.read(in) : null;
            long lost = in.readLong();
            long rowsScanned = in.readLong();
            long queuedNanos = in.readLong();
            long scanNanos = in.readLong();
            byte[] partial = Bytes.read(in);
            QueryError error = partial == null ? readError(in) : null;
            Cut cut = new Cut(oldestMs, newestMs, windowNumbers, places, lost, kind == PART ? 0 : in.readLong());
            Part.OfScan scan = kind == PART ? null : readScan(in, kind);
            return new Part(requestKey, source, cut, rowsScanned, queuedNanos, scanNanos, scan, partial, error);
        }

        private static Part.OfScan readScan(DataInput in, byte kind) throws IOException {
            byte number = in.readByte();
            ScanMode mode = number == NO_SCAN ? null : ScanMode.values()[number];
            long cpuNanos = in.readLong();
            if (kind >= AGED_PART) {
                return new Part.OfScan(
                        mode,
                        cpuNanos,
                        in.readLong(),
                        kind >= FRESH_PART ? in.readLong() : 0,
                        kind == FILLED_PART ? in.readLong() : 0);
            }
            return mode == null ? null : new Part.OfScan(mode, cpuNanos);
        }

        private static QueryError readError(DataInput in) throws IOException {
            QueryError.Code code = QueryError.Code.values()[in.readByte()];
            String message = Bytes.readText(in);
            return new QueryError(code, message, new QueryError.InSql(Bytes.readText(in), in.readInt()));
        }
    }
}
