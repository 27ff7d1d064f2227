package dev.aimonflink.job.stream;

import dev.aimonflink.core.query.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A message to every partition of the matrix. */
public sealed interface BroadcastInput {
    /** A window turn: a reader has read an event of a new day. */
    record Turn(long timeMs) implements BroadcastInput {}

    /** A query of all subscribers. */
    record Question(Request request) implements BroadcastInput {}

    final class Format implements MessageFormat<BroadcastInput> {
        private static final long serialVersionUID = 1L;

        private static final byte TURN = 0;
        private static final byte QUESTION = 1;
        private static final byte QUESTION_WANTING_PROGRESS = 2;
        private static final byte QUESTION_AWAITING_EVENTS = 3;

        @Override
        public Class<BroadcastInput> type() {
            return BroadcastInput.class;
        }

        @Override
        public void write(BroadcastInput input, DataOutput out) throws IOException {
            if (input instanceof Turn turn) {
                out.writeByte(TURN);
                out.writeLong(turn.timeMs);
            } else if (input instanceof Question question && Requests.awaitEvents(question.request)) {
                out.writeByte(QUESTION_AWAITING_EVENTS);
                Requests.writeAwaiting(question.request, out);
            } else if (input instanceof Question question) {
                out.writeByte(question.request.wantsProgress() ? QUESTION_WANTING_PROGRESS : QUESTION);
                Requests.write(question.request, out);
            }
        }

        @Override
        public BroadcastInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            return switch (kind) {
                case TURN -> new Turn(in.readLong());
                case QUESTION -> new Question(Requests.read(in, false));
                case QUESTION_AWAITING_EVENTS -> new Question(Requests.readAwaiting(in));
                case QUESTION_WANTING_PROGRESS -> new Question(Requests.read(in, true));
                default -> throw new IOException("No broadcast input has kind=" + kind);
            };
        }
    }
}
