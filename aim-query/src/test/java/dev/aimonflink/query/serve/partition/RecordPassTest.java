package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.sql.SqlState;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Questions about records, which cannot be trusted to be quick. */
class RecordPassTest {
    private static final int ROWS = 100;
    private static final long MILLI = 1_000_000;
    private static final QueryError TOO_LONG = QueryError.ofSql(SqlState.CANCELLED, "too long");

    private final TestPartition test = new TestPartition();

    /** Takes a millisecond for each record, and may take some of them. */
    private final class Slow implements RecordQuestion {
        private final long mostNanos;
        private int looked;

        Slow(long mostNanos) {
            this.mostNanos = mostNanos;
        }

        @Override
        public Finding begin(Rows rows, long nowMs) {
            return new Finding() {
                @Override
                public void look(int row, EntityRecord recordOrNull) {
                    looked++;
                    test.nanos += MILLI;
                }

                @Override
                public void hasUsed(long cpuNanos) {
                    if (cpuNanos > mostNanos) {
                        throw new QueryFailure(TOO_LONG);
                    }
                }

                @Override
                public Partial partial(long rows) {
                    return Partial.of(new Counts().add(looked));
                }
            };
        }
    }

    private void submit(String request, String client, RecordQuestion question) {
        test.partition.submit(
                new Asker(request, request, client, client, TestPartition.DEADLINE_MS, false, 0), question);
    }

    @Test
    void shouldShowOneRecordToOneQuestionWhereThatTakesASlice() {
        test.fill(ROWS);
        List<Slow> questions = List.of(new Slow(Long.MAX_VALUE), new Slow(Long.MAX_VALUE));
        questions.forEach(each -> submit("r" + each.hashCode(), "client", each));
        test.partition.runSlice(MILLI / 5);
        for (int slices = 1; slices <= 2 * ROWS; slices++) {
            assertThat(questions.get(0).looked + questions.get(1).looked).isEqualTo(slices);
            test.partition.runSlice(MILLI / 5);
        }
        assertThat(questions).extracting(each -> each.looked).containsExactly(ROWS, ROWS);
        assertThat(test.answers).hasSize(2).allMatch(each -> each.error() == null);
        assertThat(test.recordsRead).isLessThanOrEqualTo(2 * ROWS);
    }

    @Test
    void shouldEndAQuestionThatTakesTooLongAndNoOther() {
        test.fill(ROWS);
        submit("slow", "client", new Slow(10 * MILLI));
        submit("patient", "client", new Slow(Long.MAX_VALUE));
        for (int slice = 0; slice < 30; slice++) {
            test.partition.runSlice(MILLI);
        }
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("slow");
        assertThat(test.answer("slow").error()).isEqualTo(TOO_LONG);
        test.finish();
        assertThat(test.answer("patient").readPartial().states(0, Counts.class).count(0))
                .isEqualTo(ROWS);
    }

    @Test
    void shouldFailAQuestionByItsDefectAndNothingElse() {
        test.fill(ROWS);
        submit("defect", "client", (rows, nowMs) -> new RecordQuestion.Finding() {
            @Override
            public void look(int row, EntityRecord recordOrNull) {
                throw new IllegalStateException("row=" + row);
            }

            @Override
            public Partial partial(long looked) {
                throw new AssertionError("has failed");
            }
        });
        submit("other", "client", new Slow(Long.MAX_VALUE));
        test.finish();
        assertThat(test.answer("defect").error().code()).isEqualTo(QueryError.Code.INTERNAL);
        assertThat(test.answer("other").error()).isNull();
        assertThat(test.partition.hasWork()).isFalse();
    }

    @Test
    void shouldFailAQuestionThatCannotBeginOrCannotEnd() {
        test.fill(ROWS);
        submit("begin", "client", (rows, nowMs) -> {
            throw new IllegalStateException();
        });
        submit("end", "client", (rows, nowMs) -> new RecordQuestion.Finding() {
            @Override
            public void look(int row, EntityRecord recordOrNull) {}

            @Override
            public Partial partial(long looked) {
                throw new IllegalStateException();
            }
        });
        submit("other", "client", new Slow(Long.MAX_VALUE));
        test.finish();
        assertThat(test.answers)
                .extracting(each -> each.requestKey() + " " + (each.error() == null))
                .containsExactlyInAnyOrder("begin false", "end false", "other true");
    }

    @Test
    void shouldCancelWhatWaitsAndWhatLooks() {
        test.fill(ROWS);
        submit("looks", "client", new Slow(Long.MAX_VALUE));
        test.partition.runSlice(MILLI);
        submit("waits", "client", new Slow(Long.MAX_VALUE));
        assertThat(test.partition.cancel("other client", "looks")).isZero();
        assertThat(test.partition.cancel("client", "looks")).isEqualTo(1);
        assertThat(test.partition.cancel("client", "waits")).isEqualTo(1);
        assertThat(test.answers).hasSize(2).allMatch(each -> each.error().equals(QueryError.CANCELLED));
        assertThat(test.partition.hasWork()).isFalse();
    }

    @Test
    void shouldLeaveRoomForOtherClients() {
        for (int i = 0; i <= RecordPass.MAX_OF_A_CLIENT; i++) {
            submit("a" + i, "greedy", new Slow(Long.MAX_VALUE));
        }
        assertThat(test.answers).hasSize(1).allSatisfy(each -> assertThat(each.error())
                .isEqualTo(new QueryError(
                        QueryError.Code.OVERLOADED,
                        "More than 8 questions of this client about records are in flight. Ask again later.")));
        submit("b", "other", new Slow(Long.MAX_VALUE));
        assertThat(test.answers).hasSize(1);
    }
}
