package dev.aimonflink.query.sqllogic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of answers that a fake engine gives. */
class LogicRunTest {
    private static final LogicEngine.Reply SEVEN = LogicEngine.Reply.of(List.of(List.of(7L)));
    private static final LogicEngine.Reply EIGHT = LogicEngine.Reply.of(List.of(List.of(8L)));
    private static final LogicEngine.Reply DIVIDED_BY_ZERO = LogicEngine.Reply.failed("22012", "By zero.");

    private static LogicTally run(LogicEngine.Reply ours, LogicEngine.Reply theirs, String... records)
            throws IOException {
        return LogicRun.of(
                "some.test",
                new BufferedReader(new StringReader(String.join("\n", records))),
                new LogicSystem(LogicSystem.POSTGRESQL, tables -> sql -> ours),
                tables -> sql -> theirs);
    }

    private static LogicTally ask(LogicEngine.Reply ours, LogicEngine.Reply theirs) throws IOException {
        return run(ours, theirs, "query I nosort", "SELECT a", "----", "7");
    }

    @Test
    void shouldPassTheAnswerOfTheFile() throws IOException {
        LogicTally tally = ask(SEVEN, EIGHT);
        assertThat(tally.passed()).isEqualTo(1);
        assertThat(tally.queries()).isEqualTo(1);
    }

    @Test
    void shouldAgreeWithTheArbiterWhereTheFileHasAnotherAnswer() throws IOException {
        assertThat(ask(EIGHT, EIGHT).agreed()).isEqualTo(1);
        assertThat(ask(DIVIDED_BY_ZERO, LogicEngine.Reply.failed("22012", "division by zero"))
                        .agreed())
                .isEqualTo(1);
    }

    @Test
    void shouldFailOtherAnswersAndErrors() throws IOException {
        LogicTally tally = ask(EIGHT, SEVEN);
        assertThat(tally.failed()).isEqualTo(1);
        assertThat(tally.failures())
                .containsExactly("some.test:1: SELECT a\n  expected [7]\n  PostgreSQL has [[7]]\n  but there is [[8]]");
        assertThat(ask(DIVIDED_BY_ZERO, SEVEN).failures().get(0)).endsWith("but there is 22012 By zero.");
        assertThat(ask(EIGHT, DIVIDED_BY_ZERO).failed()).isEqualTo(1);
        assertThat(ask(DIVIDED_BY_ZERO, LogicEngine.Reply.failed("22003", "")).failed())
                .isEqualTo(1);
    }

    @Test
    void shouldCompareWithTheArbiterToTheLastDigit() throws IOException {
        LogicEngine.Reply half = LogicEngine.Reply.of(List.of(List.of(8.5)));
        assertThat(ask(half, EIGHT).failed()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatIsNotSupportedByItsReason() throws IOException {
        LogicTally tally =
                ask(LogicEngine.Reply.failed("0A000", "The column \"x\" is of the query around. Write a join."), SEVEN);
        assertThat(tally.reasons()).isEqualTo(Map.of("0A000 The column \"...\" is of the query around", 1L));
        assertThat(tally.failed()).isZero();
        assertThat(tally.outOfScope()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatFailsOnPurpose() throws IOException {
        String text = "\n".repeat(57_256) + "query I nosort\nSELECT a\n----\n7";
        LogicTally tally = LogicRun.of(
                "random/aggregates/slt_good_122.test",
                new BufferedReader(new StringReader(text)),
                new LogicSystem(LogicSystem.POSTGRESQL, tables -> sql -> DIVIDED_BY_ZERO),
                tables -> sql -> SEVEN);
        assertThat(tally.reasons())
                .isEqualTo(Map.of("on purpose: conditions are tested in the order in which they are written", 1L));
        assertThat(tally.failed()).isZero();
    }

    @Test
    void shouldExpectErrorsOfStatements() throws IOException {
        assertThat(run(DIVIDED_BY_ZERO, null, "statement error", "SELECT 1/0").passed())
                .isEqualTo(1);
        assertThat(run(SEVEN, null, "statement error", "SELECT 7").failures())
                .containsExactly("some.test:1: SELECT 7\n  expected an error\n  but there is [[7]]");
        assertThat(run(DIVIDED_BY_ZERO, null, "statement error 22012", "SELECT 1/0")
                        .passed())
                .isEqualTo(1);
        assertThat(run(DIVIDED_BY_ZERO, null, "statement error 22003", "SELECT 1/0")
                        .failed())
                .isEqualTo(1);
    }

    @Test
    void shouldAskOverTheTablesThatThereAre() throws IOException {
        LogicTally tally = LogicRun.of(
                "some.test",
                new BufferedReader(new StringReader("""
                        statement ok
                        CREATE TABLE t(a INTEGER)

                        query I nosort
                        SELECT count(*) FROM t
                        ----
                        0

                        statement ok
                        INSERT INTO t VALUES(1)

                        query I nosort
                        SELECT count(*) FROM t
                        ----
                        1
                        """)),
                new LogicSystem(
                        LogicSystem.POSTGRESQL,
                        tables -> sql -> LogicEngine.Reply.of(List.of(
                                List.of((long) tables.all().get(0).rows().size())))),
                tables -> sql -> SEVEN);
        assertThat(tally.passed()).isEqualTo(2);
    }

    @Test
    void shouldKeepSomeFailuresAndCountAll() throws IOException {
        LogicTally all = new LogicTally();
        for (int i = 0; i <= LogicTally.MAX_FAILURES; i++) {
            all.add(ask(EIGHT, SEVEN));
        }
        assertThat(all.failures()).hasSize(LogicTally.MAX_FAILURES);
        assertThat(all.failed()).isEqualTo(LogicTally.MAX_FAILURES + 1L);
        assertThat(all.files()).isEqualTo(LogicTally.MAX_FAILURES + 1);
    }
}
