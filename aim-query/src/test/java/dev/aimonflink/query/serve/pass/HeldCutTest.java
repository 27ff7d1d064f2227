package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.Delta;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.FakeScan.Twice;
import dev.aimonflink.query.serve.request.VerifyColumns;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Queries that scan the same cut twice. A window that turns is of no matter to a cut that is sealed. */
@ParameterizedClass
@EnumSource(ScanMode.class)
class HeldCutTest {
    private static final int ROWS = 2 * Block.ROWS;

    private final ScanMode mode;
    private final TestPartition test;
    private final Partition partition;

    HeldCutTest(ScanMode mode) {
        this.mode = mode;
        test = TestPartition.in(mode, CALLS_TODAY, CALLS_THIS_WEEK);
        partition = test.partition;
    }

    /** Asks a sum in both rounds. */
    private static Twice twice(String column) {
        return new Twice(new SumOf(column));
    }

    private void ask(String request, String column) {
        test.submit(request, twice(column));
    }

    private void setSecondRound(String request) {
        partition.queries().askSecondRound(request, held -> ((Twice) held).first());
    }

    /** Runs the first round of one query. */
    private void askFirst(String request, String column) {
        ask(request, column);
        test.finish();
        assertThat(test.sum(request)).isEqualTo(new Sum(ROWS, ROWS));
        test.answers.clear();
    }

    private void assertThatCutIsGone(String request) {
        assertThat(test.answer(request).error())
                .isEqualTo(new QueryError(
                        QueryError.Code.SQL_ERROR,
                        "The values of the queries in the statement's expressions came too late, or a window turned,"
                                + " or too many events came: partitions hold still for 250 ms at most. Ask again.",
                        new QueryError.InSql("40001", 0)));
    }

    private void assertThatATurnEndsTheCutOf(String request) {
        if (mode == ScanMode.S1) {
            assertThatCutIsGone(request);
        } else {
            test.finish();
            assertThat(test.sum(request)).isEqualTo(new Sum(ROWS, ROWS));
        }
    }

    @Test
    void shouldReadTheSameCutInBothRounds() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        test.call(1, NOON_MS + 1);
        test.call(Block.ROWS + 1, NOON_MS + 1);
        test.call(1_000_000, NOON_MS + 1);
        if (mode == ScanMode.S1) {
            assertThat(partition.verify()).as("while the cut is held").isZero();
        }
        setSecondRound("a");
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(test.answer("a").cut().newestMs()).isEqualTo(NOON_MS);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.sum("b")).isEqualTo(new Sum(ROWS + 1, ROWS + 3));
        assertThat(partition.verify()).isZero();
    }

    /** What reads records waits for the end of a cut, however long it has waited for its share of the time. */
    @Test
    void shouldRunTheSecondRoundWhereARecordQuestionWaits() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        test.step();
        test.step();
        partition.submit(new Asker("v", "client", TestPartition.DEADLINE_MS), new VerifyColumns());
        test.nanos += 1_000;
        while (!isAnswered("a")) {
            test.step();
        }
        while (test.hasWork()) {
            test.step();
        }
        test.answers.removeIf(part -> part.requestKey().equals("a"));
        setSecondRound("a");
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(isAnswered("v")).isTrue();
    }

    private boolean isAnswered(String request) {
        return test.answers.stream().anyMatch(part -> part.requestKey().equals(request));
    }

    /** The held queries are those of the thread that has the pass. */
    @Test
    void shouldMakeASecondRoundWhereItHasThePass() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        ask("b", CALLS_THIS_WEEK);
        while (!isAnswered("a")) {
            test.step();
        }
        test.answers.clear();
        partition.queries().askSecondRound("a", held -> {
            assertThat(partition.queries().isAway()).isFalse();
            return ((Twice) held).first();
        });
        while (!isAnswered("b")) {
            test.step();
        }
        setSecondRound("b");
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(test.sum("b")).isEqualTo(new Sum(ROWS, ROWS));
    }

    /** Each block takes a while, in both rounds. */
    private record Slow(TestPartition test, boolean hasSecondRound) implements FakeScan {
        static final long NANOS_OF_BLOCK = 100;

        @Override
        public void scan(Block block, int rows) {
            test.nanos += NANOS_OF_BLOCK;
        }
    }

    @Test
    void shouldSayTheCpuTimeOfBothRounds() {
        test.fill(ROWS);
        final long nanosOfRound = 2 * Slow.NANOS_OF_BLOCK;
        test.submit("a", new Slow(test, true));
        test.finish();
        assertThat(test.answer("a").scan()).isEqualTo(new Part.OfScan(mode, nanosOfRound));
        test.answers.clear();
        test.nanos += 1_000;
        partition.queries().askSecondRound("a", held -> new Slow(test, false));
        // In slices, of which each may end in the middle.
        while (test.hasWork()) {
            test.step();
        }
        assertThat(test.answer("a").scan()).isEqualTo(new Part.OfScan(mode, 2 * nanosOfRound));
    }

    @Test
    void shouldRestWhileItHoldsACut() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        assertThat(partition.hasWork()).isFalse();
        assertThat(partition.runSlice(Long.MAX_VALUE)).isFalse();
        test.submit("b", new SumOf(CALLS_TODAY));
        assertThat(partition.hasWork()).as("b waits").isFalse();
        assertThat(partition.queries().size()).isEqualTo(2);
        setSecondRound("a");
        assertThat(partition.hasWork()).isTrue();
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b");
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldAnswerQueriesOfOneRoundInTheFirst() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        test.submit("b", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b");
        assertThat(partition.queries().size()).isEqualTo(1);
    }

    @Test
    void shouldRunSecondRoundsTogether() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        ask("b", CALLS_THIS_WEEK);
        test.finish();
        test.answers.clear();
        setSecondRound("b");
        assertThat(partition.hasWork()).as("a is not known").isFalse();
        setSecondRound("a");
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b");
        assertThat(test.sum("b")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldTakeASecondRoundWhileOthersAreAnswered() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        test.submit("b", new SumOf(CALLS_THIS_WEEK));
        while (test.answers.isEmpty()) {
            test.step();
        }
        test.answers.clear();
        setSecondRound("a");
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("b", "a");
    }

    @Test
    void shouldGiveUpTheCutOfARequestThatHasBeenAnswered() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        test.submit("b", new SumOf(CALLS_TODAY));
        partition.queries().drop("of nobody");
        assertThat(partition.hasWork()).isFalse();
        partition.queries().drop("a");
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("b");
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldNotBeginTheFirstRoundOfARequestThatHasBeenAnswered() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        partition.queries().drop("a");
        assertThat(partition.hasWork()).isFalse();
        assertThat(test.answers).isEmpty();
    }

    @Test
    void shouldGiveUpTheCutAfterAWhile() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        ask("b", CALLS_THIS_WEEK);
        test.finish();
        test.answers.clear();
        test.submit("c", new SumOf(CALLS_TODAY));
        setSecondRound("b");
        test.nanos += PartitionSettings.USUAL_MAX_HOLD_NANOS - 1;
        assertThat(partition.hasWork()).isFalse();
        test.nanos++;
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("b", "c");
        setSecondRound("a");
        assertThatCutIsGone("a");
    }

    @Test
    void shouldHoldTheCutForAsLongAsTheSettingsSay() {
        long seconds = 10;
        TestPartition patient = TestPartition.holdingFor(mode, TimeUnit.SECONDS.toNanos(seconds));
        patient.fill(ROWS);
        patient.submit("a", twice(CALLS_TODAY));
        patient.finish();
        patient.answers.clear();
        patient.nanos += TimeUnit.SECONDS.toNanos(seconds) - 1;
        assertThat(patient.partition.hasWork()).isFalse();
        patient.nanos++;
        patient.finish();
        patient.partition.queries().askSecondRound("a", held -> ((Twice) held).first());
        assertThat(patient.answer("a").error().message()).contains("hold still for 10000 ms at most");
    }

    @Test
    void shouldGiveUpTheCutIfAWindowTurnsThatTheQueryReads() {
        test.fill(ROWS);
        ask("day", CALLS_TODAY);
        ask("week", CALLS_THIS_WEEK);
        test.finish();
        test.answers.clear();
        test.call(1, NOON_MS + DAY_MS);
        setSecondRound("week");
        setSecondRound("day");
        assertThatATurnEndsTheCutOf("day");
        test.finish();
        assertThat(test.sum("week")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldGiveUpTheCutIfAWindowTurnsBeforeTheFirstAnswer() {
        test.fill(ROWS);
        ask("week", CALLS_THIS_WEEK);
        ask("day", CALLS_TODAY);
        while (test.answers.isEmpty()) {
            test.step();
        }
        test.call(1, NOON_MS + DAY_MS);
        test.finish();
        assertThat(test.sum("day")).as("seen before the turn").isEqualTo(new Sum(ROWS, ROWS));
        test.answers.clear();
        setSecondRound("day");
        setSecondRound("week");
        assertThatATurnEndsTheCutOf("day");
        test.finish();
        assertThat(test.sum("week")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldFailASecondRoundInWhichAWindowTurns() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        setSecondRound("a");
        test.step();
        test.step();
        test.call(1, NOON_MS + DAY_MS);
        if (mode == ScanMode.S1) {
            assertThat(test.answer("a").error().code()).isEqualTo(QueryError.Code.WINDOW_TURNED);
        } else {
            test.finish();
            assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
        }
        assertThat(partition.hasWork()).isFalse();
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldBeginAgainIfAWindowTurnsInTheFirstRound() {
        test.fill(ROWS);
        ask("a", CALLS_TODAY);
        test.step();
        test.step();
        test.call(1, NOON_MS + DAY_MS);
        test.finish();
        Sum ofItsCut = new Sum(ROWS, mode == ScanMode.S1 ? 1 : ROWS);
        assertThat(test.sum("a")).isEqualTo(ofItsCut);
        test.answers.clear();
        setSecondRound("a");
        test.finish();
        assertThat(test.sum("a")).isEqualTo(ofItsCut);
    }

    @Test
    void shouldGiveUpTheCutIfTooManyRowsWaitForIt() {
        int rows = Delta.FULL_ROWS + 1;
        test.fill(rows);
        ask("a", CALLS_TODAY);
        test.finish();
        test.answers.clear();
        for (int subscriber = 0; subscriber < Delta.FULL_ROWS - 1; subscriber++) {
            test.call(subscriber, NOON_MS);
            assertThat(partition.makeRoom()).isTrue();
        }
        test.call(Delta.FULL_ROWS - 1, NOON_MS);
        assertThat(partition.makeRoom()).isFalse();
        assertThat(partition.makeRoom()).as("the cut is not held any more").isTrue();
        setSecondRound("a");
        assertThatCutIsGone("a");
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldCancelAHeldQuery() {
        test.fill(ROWS);
        test.submit("a", "one", twice(CALLS_TODAY));
        test.submit("b", "other", twice(CALLS_TODAY));
        test.finish();
        test.answers.clear();
        assertThat(partition.queries().cancel("one", "a")).isEqualTo(1);
        assertThat(test.answer("a").error()).isEqualTo(QueryError.CANCELLED);
        assertThat(partition.queries().cancel("other", "b")).isEqualTo(1);
        assertThat(partition.queries().size()).isZero();
        assertThat(partition.hasWork()).isFalse();
    }

    @Test
    void shouldRefuseASecondRoundThatCannotBeMade() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        QueryError error = new QueryError(QueryError.Code.INTERNAL, "of the test");
        partition.queries().askSecondRound("a", held -> {
            throw new QueryFailure(error);
        });
        assertThat(test.answer("a").error()).isEqualTo(error);
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldAnswerThatADefectIsOursWhereASecondRoundCannotBeMade() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        partition.queries().askSecondRound("a", held -> {
            throw new IllegalStateException("of the test");
        });
        assertThat(test.answer("a").error().message())
                .isEqualTo("The query failed by a defect of ours: java.lang.IllegalStateException: of the test");
        test.answers.clear();
        askFirst("b", CALLS_TODAY);
        partition.queries().askSecondRound("b", held -> {
            throw new StackOverflowError();
        });
        assertThat(test.answer("b").error().code()).isEqualTo(QueryError.Code.INTERNAL);
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldRefuseASecondRoundOfWhatItDoesNotHold() {
        setSecondRound("a");
        assertThatCutIsGone("a");
    }

    @Test
    void shouldRemoveRowsOnlyAfterTheSecondRound() {
        test.fill(ROWS);
        askFirst("a", CALLS_TODAY);
        test.forget(3);
        assertThat(partition.hasWork()).isFalse();
        setSecondRound("a");
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(partition.rows()).isEqualTo(ROWS - 1);
        assertThat(partition.verify()).isZero();
    }
}
