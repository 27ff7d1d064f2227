package dev.aimonflink.job.merge;

import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.job.stream.MergeInput;
import dev.aimonflink.job.stream.MergeInput.Arrival;
import dev.aimonflink.job.stream.MergeInput.Registration;
import dev.aimonflink.job.stream.MessageFormat;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The merger's state of a request: the request and its parts so far; a tombstone after an answer without all parts.
 * Changes in place.
 */
final class PendingRequest {
    private final long attempt;
    private final List<Part> parts;
    private Request request;
    private boolean answered;
    private long timerMs;

    private PendingRequest(long attempt, Request request, List<Part> parts, boolean answered, long timerMs) {
        this.attempt = attempt;
        this.request = request;
        this.parts = parts;
        this.answered = answered;
        this.timerMs = timerMs;
    }

    /** @param attempt the checkpoint that the job was restored from */
    static PendingRequest in(long attempt) {
        return new PendingRequest(attempt, null, new ArrayList<>(), false, 0);
    }

    long attempt() {
        return attempt;
    }

    boolean isRegistered() {
        return request != null;
    }

    Request request() {
        return request;
    }

    void register(Request registered) {
        request = registered;
    }

    List<Part> parts() {
        return parts;
    }

    /** Adds a part, unless its partition already has one. */
    void add(Part part) {
        boolean known = parts.stream()
                .anyMatch(other -> other.source().partition() == part.source().partition());
        if (!known) {
            parts.add(part);
        }
    }

    /** Returns whether no further part can change the answer. */
    boolean isComplete() {
        return isRegistered() && (hasAllParts() || parts.stream().anyMatch(part -> part.error() != null));
    }

    boolean hasAllParts() {
        return !parts.isEmpty() && parts.size() == parts.get(0).source().partitions();
    }

    boolean isAnswered() {
        return answered;
    }

    /** Drops everything except that there was an answer. */
    void becomeTombstone() {
        answered = true;
        request = null;
        parts.clear();
    }

    /** The one timer that is set for this request. */
    long timerMs() {
        return timerMs;
    }

    void timerMs(long setMs) {
        timerMs = setMs;
    }

    PendingRequest copy() {
        return new PendingRequest(attempt, request, new ArrayList<>(parts), answered, timerMs);
    }

    /** Writes version 2. The parts in version 1 have a cut with one time. */
    public static final class Format implements MessageFormat<PendingRequest> {
        private static final long serialVersionUID = 1L;

        private static final byte OLDEST_VERSION = 1;
        private static final byte VERSION = 2;

        private final MergeInput.Format messages = new MergeInput.Format();

        @Override
        public Class<PendingRequest> type() {
            return PendingRequest.class;
        }

        @Override
        public void write(PendingRequest pending, DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(pending.attempt);
            out.writeBoolean(pending.answered);
            out.writeLong(pending.timerMs);
            out.writeBoolean(pending.request != null);
            if (pending.request != null) {
                messages.write(new Registration(pending.request), out);
            }
            out.writeInt(pending.parts.size());
            for (Part part : pending.parts) {
                messages.write(new Arrival(part), out);
            }
        }

        @Override
        public PendingRequest read(DataInput in) throws IOException {
            byte version = in.readByte();
            if (version < OLDEST_VERSION || version > VERSION) {
                throw new IOException("A pending request has version " + version + "; this release reads versions "
                        + OLDEST_VERSION + " to " + VERSION + ". Use the release that wrote it, or a newer one.");
            }
            long attempt = in.readLong();
            boolean answered = in.readBoolean();
            long timerMs = in.readLong();
            Request request = in.readBoolean() ? ((Registration) messages.read(in)).request() : null;
            List<Part> parts = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                parts.add(((Arrival) messages.read(in)).part());
            }
            return new PendingRequest(attempt, request, parts, answered, timerMs);
        }

        @Override
        public PendingRequest copy(PendingRequest pending) {
            return pending.copy();
        }

        @Override
        public boolean isImmutable() {
            return false;
        }
    }
}
