package dev.aimonflink.job.merge;

import dev.aimonflink.job.message.Bytes;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.message.MessageFormat;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/** The merger's state of an unanswered request, without its parts: the request, and which partitions have answered. Mutable. */
final class PendingRequest {
    private final long attempt;

    private final BitSet answered;

    private Request request;
    private Execution execution = Execution.UNKNOWN;
    private int partitions;
    private boolean failed;
    private long timerMs;

    /** What the second round is made of; null in the first. */
    private byte[] values;

    private PendingRequest(long attempt, BitSet answered) {
        this.attempt = attempt;
        this.answered = answered;
    }

    /** @param attempt the checkpoint from which the job was restored */
    static PendingRequest in(long attempt) {
        return new PendingRequest(attempt, new BitSet());
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

    void register(Request registered, Execution by) {
        request = registered;
        execution = by;
    }

    Execution execution() {
        return execution;
    }

    boolean hasAnswered(Part part) {
        return answered.get(part.source().partition());
    }

    void noteAnswer(Part part) {
        answered.set(part.source().partition());
        partitions = part.source().partitions();
        failed |= part.error() != null;
    }

    /** Whether no further part can change the answer. */
    boolean isComplete() {
        return isRegistered() && (hasAllParts() || failed);
    }

    boolean hasAllParts() {
        return partitions > 0 && answered.cardinality() == partitions;
    }

    boolean hasFailed() {
        return failed;
    }

    /** What the second round is made of; null in the first. */
    byte[] values() {
        return values;
    }

    /** Waits for the parts of all partitions again. */
    void beginSecondRound(byte[] ofRound) {
        values = ofRound;
        answered.clear();
    }

    long timerMs() {
        return timerMs;
    }

    void timerMs(long setMs) {
        timerMs = setMs;
    }

    PendingRequest copy() {
        PendingRequest copy = new PendingRequest(attempt, (BitSet) answered.clone());
        copy.request = request;
        copy.execution = execution;
        copy.partitions = partitions;
        copy.failed = failed;
        copy.timerMs = timerMs;
        copy.values = values;
        return copy;
    }

    /** Version 1. */
    public static final class Format implements MessageFormat<PendingRequest> {
        private static final long serialVersionUID = 1L;

        private static final byte VERSION = 1;

        private final MergeInput.Format messages = new MergeInput.Format();

        @Override
        public Class<PendingRequest> type() {
            return PendingRequest.class;
        }

        @Override
        public void write(PendingRequest pending, DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(pending.attempt);
            out.writeLong(pending.timerMs);
            out.writeBoolean(pending.request != null);
            if (pending.request != null) {
                messages.write(new Registration(pending.request, Registration.UNKNOWN_TIME, pending.execution), out);
            }
            out.writeInt(pending.partitions);
            out.writeBoolean(pending.failed);
            out.writeInt(pending.answered.cardinality());
            for (int partition : pending.answered.stream().toArray()) {
                out.writeInt(partition);
            }
            Bytes.write(pending.values, out);
        }

        @Override
        public PendingRequest read(DataInput in) throws IOException {
            byte version = in.readByte();
            if (version != VERSION) {
                throw new IOException("A pending request has version " + version + "; this release reads version "
                        + VERSION + ". Use the release that wrote it, or a newer one.");
            }
            PendingRequest pending = PendingRequest.in(in.readLong());
            pending.timerMs = in.readLong();
            if (in.readBoolean()) {
                Registration registration = (Registration) messages.read(in);
                pending.register(registration.request(), registration.execution());
            }
            pending.partitions = in.readInt();
            pending.failed = in.readBoolean();
            for (int left = in.readInt(); left > 0; left--) {
                pending.answered.set(in.readInt());
            }
            pending.values = Bytes.read(in);
            return pending;
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
