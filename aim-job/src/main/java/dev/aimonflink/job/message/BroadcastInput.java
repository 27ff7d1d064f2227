package dev.aimonflink.job.message;

import dev.aimonflink.query.serve.request.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A message to every partition of the matrix. */
public sealed interface BroadcastInput {
    /**
     * A window turn: a reader has read an event of a new day.
     *
     * @param attempt the checkpoint from which the reader was restored
     */
    record Turn(long timeMs, long attempt) implements BroadcastInput {}

    /**
     * A query of all entities.
     *
     * @param tableValues with which its text was planned, or null
     */
    record Question(Request request, byte[] tableValues) implements BroadcastInput {}

    /**
     * What the partitions scan in a request's second round.
     *
     * @param execution the run of the job that made the first round
     * @param values a partial that only the query can read; null if there is no second round, because the request has been answered
     */
    record SecondRound(String requestKey, Execution execution, byte[] values) implements BroadcastInput {
        /** Tells the partitions to wait no longer. */
        public static SecondRound none(String requestKey, Execution execution) {
            return new SecondRound(requestKey, execution, null);
        }

        public boolean isNone() {
            return values == null;
        }
    }

    final class Format implements MessageFormat<BroadcastInput> {
        private static final long serialVersionUID = 1L;

        private static final byte TURN = 0;
        private static final byte QUESTION = 1;
        private static final byte SECOND_ROUND = 2;

        @Override
        public Class<BroadcastInput> type() {
            return BroadcastInput.class;
        }

        @Override
        public void write(BroadcastInput input, DataOutput out) throws IOException {
            if (input instanceof Turn turn) {
                out.writeByte(TURN);
                out.writeLong(turn.timeMs);
                out.writeLong(turn.attempt);
            } else if (input instanceof Question question) {
                out.writeByte(QUESTION);
                Requests.write(question.request, out);
                Bytes.write(question.tableValues, out);
            } else if (input instanceof SecondRound round) {
                out.writeByte(SECOND_ROUND);
                Bytes.writeText(round.requestKey, out);
                round.execution.write(out);
                Bytes.write(round.values, out);
            }
        }

        @Override
        public BroadcastInput read(DataInput in) throws IOException {
            byte kind = in.readByte();
            return switch (kind) {
                case TURN -> new Turn(in.readLong(), in.readLong());
                case QUESTION -> new Question(Requests.read(in), Bytes.read(in));
                case SECOND_ROUND -> new SecondRound(Bytes.readText(in), Execution.read(in), Bytes.read(in));
                default -> throw new IOException("No broadcast input has kind=" + kind);
            };
        }
    }
}
