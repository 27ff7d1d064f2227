package dev.aimonflink.job.merge;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.job.message.MergeInput.Refused;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.job.merge.MergeHarness.TIMEOUT_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Statements that take long behind the merge: on a thread beside the merger's. */
class MergeBesideTest {
    /** Would take years, and may take an hour. */
    private static final String ENDLESS =
            "SELECT count(*) FROM generate_series(1, 10000) a, generate_series(1, 10000) b,"
                    + " generate_series(1, 10000) c, generate_series(1, 10000) d";

    private static final String QUICK = "SELECT count(*) FROM generate_series(1, 7) a";

    private MergeHarness merger;

    @BeforeEach
    void start() throws Exception {
        merger = MergeHarness.with(TestSettings.with("--aim.sql.max-merge-time=1 h"))
                .withoutWaiting();
    }

    @AfterEach
    void stop() throws Exception {
        merger.close();
    }

    /** All parts of a statement that reads no rows. */
    private void ask(String key, String client, String text) throws Exception {
        merger.register(new Request(
                key, "id of " + key, client, new AskedQuery("sql", Map.of("text", text)), merger.nowMs() + TIMEOUT_MS));
        send(merger.part(key, 0, 1, 0));
    }

    private void ask(String key, String text) throws Exception {
        ask(key, "client of " + key, text);
    }

    private void send(Part part) throws Exception {
        merger.process(new Arrival(part));
    }

    private void askEndless(String key) throws Exception {
        ask(key, ENDLESS);
        await(() -> merger.gauge(AimMetrics.MERGES_WAITING).intValue() == 0);
        assertThat(merger.isMergingBeside()).isTrue();
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    private void cancel(String key) throws Exception {
        merger.process(new Refused(key, QueryError.CANCELLED));
    }

    private void assertError(Code code, String message) {
        QueryResult result = merger.onlyAnswer();
        assertThat(result.error().code()).isEqualTo(code);
        assertThat(result.error().message()).isEqualTo(message);
    }

    /** The thread beside is free again: it would be for hours if it went on with the endless statement. */
    private void assertMergesBeside() throws Exception {
        ask("afterwards", QUICK);
        assertThat(merger.isMergingBeside()).isTrue();
        merger.awaitMerges();
        assertThat(merger.onlyAnswer().rows()).containsExactly(List.of(7L));
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldAnswerOthersWhileAStatementIsComputedAndStopItIfItsClientCancelsIt() throws Exception {
        askEndless("endless");
        merger.register("lookup");
        send(merger.part("lookup", 0, 1, 10));
        assertThat(merger.onlyAnswer().rows()).containsExactly(List.of(10L, 0L));
        cancel("endless");
        assertError(Code.CANCELLED, "The request was cancelled by its client.");
        assertMergesBeside();
    }

    @Test
    void shouldStopAStatementAtItsDeadline() throws Exception {
        askEndless("endless");
        merger.pass(TIMEOUT_MS - 1);
        assertThat(merger.answers()).isEmpty();
        merger.pass(1);
        assertError(
                Code.TIMED_OUT,
                "The deadline passed while the statement waited to be merged, or was. Ask again with a longer timeoutMs,"
                        + " or join and sort fewer rows.");
        assertMergesBeside();
    }

    @Test
    void shouldDropAStatementThatWaitsAtItsDeadline() throws Exception {
        askEndless("endless");
        ask("waits", QUICK);
        assertThat(merger.gauge(AimMetrics.MERGES_WAITING).intValue()).isEqualTo(1);
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).extracting(QueryResult::status).containsExactly(Status.TIMEOUT, Status.TIMEOUT);
        assertThat(merger.gauge(AimMetrics.MERGES_WAITING).intValue()).isZero();
        assertMergesBeside();
    }

    @Test
    void shouldEndAStatementThatTakesTooLong() throws Exception {
        merger.close();
        merger = MergeHarness.with(TestSettings.with("--aim.sql.max-merge-time=1 ms"))
                .withoutWaiting();
        ask("endless", ENDLESS);
        merger.awaitMerges();
        QueryResult result = merger.onlyAnswer();
        assertThat(result.error().inSql().state()).isEqualTo("57014");
        assertThat(result.error().message())
                .startsWith("The statement needs more than 1 ms of a core besides its scan");
    }

    @Test
    void shouldAnswerWhatFailsBesideAndGoOn() throws Exception {
        ask("fails", "SELECT sum(1 / (a - 5)) FROM generate_series(1, 9) g(a)");
        merger.awaitMerges();
        assertThat(merger.onlyAnswer().error().inSql().state()).isEqualTo("22012");
        assertMergesBeside();
    }

    @Test
    void shouldAnswerADefectBesideAndGoOn() throws Exception {
        merger.register("damaged");
        send(MergeHarness.withPartial(new byte[RoundMerge.SHORT_BYTES + 1], merger.part("damaged", 0, 1, 10)));
        assertThat(merger.isMergingBeside()).isTrue();
        merger.awaitMerges();
        assertError(Code.INTERNAL, "The parts could not be merged; the job's log has the details.");
        assertMergesBeside();
    }

    @Test
    void shouldMergeOnceWhateverPartComesAgain() throws Exception {
        askEndless("endless");
        send(merger.part("endless", 0, 1, 0));
        assertThat(merger.gauge(AimMetrics.MERGES_WAITING).intValue()).isZero();
        cancel("endless");
        assertThat(merger.answers()).hasSize(1);
        assertMergesBeside();
    }

    @Test
    void shouldMergeForClientsInTurnAndRefuseTheNewestOfTheOneThatHasMost() throws Exception {
        askEndless("endless");
        for (int i = 0; i < MergeThread.MAX_WAITING; i++) {
            ask("a" + i, "a", QUICK);
        }
        assertThat(merger.answers()).isEmpty();
        ask("b0", "b", QUICK);
        assertThat(merger.gauge(AimMetrics.MERGES_WAITING).intValue()).isEqualTo(MergeThread.MAX_WAITING);
        merger.awaitMail();
        QueryResult refused = merger.onlyAnswer();
        assertThat(refused.requestId()).isEqualTo("id of a" + (MergeThread.MAX_WAITING - 1));
        assertThat(refused.error())
                .isEqualTo(new QueryError(
                        Code.OVERLOADED,
                        "More than 64 statements wait in the merger to join, group or sort what partitions have found. Ask"
                                + " again later, or fewer such statements at a time."));
        cancel("endless");
        merger.awaitMerges();
        List<QueryResult> answers = merger.answers();
        assertThat(answers).hasSize(1 + MergeThread.MAX_WAITING);
        assertThat(answers.subList(1, 4))
                .extracting(QueryResult::requestId)
                .containsExactly("id of a0", "id of b0", "id of a1");
        assertMergesBeside();
    }

    @Test
    void shouldAnswerNothingAndLeaveNoThreadWhenItIsClosed() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        askEndless("endless");
        Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(before);
        assertThat(started).extracting(Thread::getName).contains("aim-merger-0");
        merger.close();
        assertThat(started)
                .filteredOn(thread -> thread.getName().equals("aim-merger-0"))
                .noneMatch(Thread::isAlive);
        assertThat(merger.answers()).isEmpty();
        start();
    }

    @Test
    void shouldAnswerAfterARestartWhatWasMergedBeside() throws Exception {
        askEndless("endless");
        merger = merger.restart(5, 0).withoutWaiting();
        merger.pass(MergeParts.CHECK_INTERVAL_MS);
        assertError(Code.RESTARTED, "The job restarted while it was answering. Ask again.");
        assertMergesBeside();
    }

    @Test
    void shouldAnswerWhatIsMergedAtTheEndOfTheInput() throws Exception {
        ask("one", QUICK);
        ask("two", QUICK);
        merger.finish();
        assertThat(merger.answers()).extracting(QueryResult::status).containsExactly(Status.OK, Status.OK);
    }
}
