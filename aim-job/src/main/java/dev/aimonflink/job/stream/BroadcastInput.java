package dev.aimonflink.job.stream;

import dev.aimonflink.core.query.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A message to every partition of the matrix. */
public sealed interface BroadcastInput {
    /** A window turn: a reader has read an event of a new day. */
    record Turn(long timeMs) implements BroadcastInput {}

    /**
     * A query of all subscribers.
     *
     * @param tableValues the values of tables that its text was planned with; null if there are none
     */
    record Question(Request request, byte[] tableValues) implements BroadcastInput {
        public Question(Request request) {
            this(request, null);
        }
    }

    /**
     * What the partitions scan in the second round of a request that has one.
     *
     * @param execution the run of the job that made the first round
     * @param values a partial, which only the query can read; null if there is no second round, because the request has been answered
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
        private static final byte QUESTION_WANTING_PROGRESS = 2;
        private static final byte QUESTION_AWAITING_EVENTS = 3;
        /** In flight in a checkpoint of a release that named no execution. */
        private static final byte SECOND_ROUND_OF_ATTEMPT = 4;

        private static final byte NO_SECOND_ROUND_OF_ATTEMPT = 5;
        private static final byte QUESTION_WITH_TABLE_VALUES = 6;
        private static final byte SECOND_ROUND = 7;
        private static final byte NO_SECOND_ROUND = 8;

        @Override
        public Class<BroadcastInput> type() {
            return BroadcastInput.class;
        }

        @Override
        public void write(BroadcastInput input, DataOutput out) throws IOException {
            if (input instanceof Turn turn) {
                out.writeByte(TURN);
                out.writeLong(turn.timeMs);
            } else if (input instanceof Question question && question.tableValues != null) {
                out.writeByte(QUESTION_WITH_TABLE_VALUES);
                Requests.writeAwaiting(question.request, out);
                Bytes.write(question.tableValues, out);
            } else if (input instanceof Question question && Requests.awaitEvents(question.request)) {
                out.writeByte(QUESTION_AWAITING_EVENTS);
                Requests.writeAwaiting(question.request, out);
            } else if (input instanceof Question question) {
                out.writeByte(question.request.wantsProgress() ? QUESTION_WANTING_PROGRESS : QUESTION);
                Requests.write(question.request, out);
            } else if (input instanceof SecondRound round) {
                out.writeByte(round.isNone() ? NO_SECOND_ROUND : SECOND_ROUND);
                Bytes.writeText(round.requestKey, out);
                round.execution.write(out);
                if (!round.isNone()) {
                    Bytes.write(round.values, out);
                }
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
                case QUESTION_WITH_TABLE_VALUES -> new Question(Requests.readAwaiting(in), Bytes.read(in));
                case SECOND_ROUND -> new SecondRound(Bytes.readText(in), Execution.read(in), Bytes.read(in));
                case NO_SECOND_ROUND -> SecondRound.none(Bytes.readText(in), Execution.read(in));
                case SECOND_ROUND_OF_ATTEMPT -> new SecondRound(Bytes.readText(in), ofAttempt(in), Bytes.read(in));
                case NO_SECOND_ROUND_OF_ATTEMPT -> SecondRound.none(Bytes.readText(in), ofAttempt(in));
                default -> throw new IOException("No broadcast input has kind=" + kind);
            };
        }

        private static Execution ofAttempt(DataInput in) throws IOException {
            return new Execution(in.readLong(), Execution.UNKNOWN.number());
        }
    }
}
