package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that take an older answer, from the operator to the merged answer, in both modes of scans. */
class MaxAgeTest {
    private static final int PARTITIONS = 3;
    private static final int SUBSCRIBERS = 20;
    private static final long DAY_MS = 24 * 3_600_000;

    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final AskedQuery CALLS_TODAY =
            sql("SELECT count(*), sum(number_of_calls_this_day) FROM subscribers");
    private static final AnswerOptions OF_200_MS = new AnswerOptions(false, Map.of(), 200);

    private final AtomicLong nanos = new AtomicLong();
    private MatrixPartitions matrix;

    private static AskedQuery sql(String text) {
        return new AskedQuery("sql", Map.of("text", text));
    }

    private void open(ScanMode mode) throws Exception {
        matrix = new MatrixPartitions(
                TestSettings.with(
                        "--aim.scans.mode=" + mode.label(), "--aim.matrix.columns=auto;number_of_calls_this_day"),
                new HashMapStateBackend(),
                PARTITIONS,
                nanos::get);
        for (int subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
            call(subscriber, NOON_MS);
        }
        matrix.turn(NOON_MS);
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private void call(long subscriber, long timestampMs) throws Exception {
        matrix.call(new Event(subscriber, timestampMs, 60, 1.5f, false));
    }

    private QueryResult ask(AskedQuery query, AnswerOptions options) throws Exception {
        return matrix.answerOf(matrix.submit(query, options));
    }

    private void assertCalls(QueryResult result, long subscribers, long calls) {
        assertThat(result.error()).isNull();
        assertThat(result.rows()).isEqualTo(List.of(List.of(subscribers, BigDecimal.valueOf(calls))));
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAgainAsLongAsTheAnswerIsNewEnough(ScanMode mode) throws Exception {
        open(mode);
        QueryResult first = ask(CALLS_TODAY, OF_200_MS);
        assertCalls(first, SUBSCRIBERS, SUBSCRIBERS);
        assertThat(first.timings().mode()).isEqualTo(mode.label());
        assertThat(first.timings().ageMicros()).isZero();
        call(7, NOON_MS);
        pass(200);
        QueryResult again = ask(sql("select COUNT(*), sum(number_of_calls_this_day)  from subscribers"), OF_200_MS);
        assertCalls(again, SUBSCRIBERS, SUBSCRIBERS);
        assertThat(again.asOf()).isEqualTo(first.asOf());
        assertThat(again.timings()).isEqualTo(new QueryResult.Timings(0, 0, 0, 0, null, 1, 200_000, 0));
        assertThat(matrix.gauge(AimMetrics.PARTS_REUSED)).isEqualTo(PARTITIONS);

        AnswerOptions fresh = new AnswerOptions(false, Map.of(0, 0L), 200);
        QueryResult awaited = ask(CALLS_TODAY, fresh);
        assertCalls(awaited, SUBSCRIBERS, SUBSCRIBERS + 1);
        assertThat(awaited.asOf().applied()).isEqualTo(first.asOf().applied() + 1);
        call(8, NOON_MS);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, SUBSCRIBERS + 1);
        pass(201);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, SUBSCRIBERS + 2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerABatchAgainAsOfOneMoment(ScanMode mode) throws Exception {
        open(mode);
        String calls = "SELECT sum(number_of_calls_this_day) FROM subscribers";
        AskedQuery batch = sql(calls + "; " + calls);
        QueryResult first = ask(batch, OF_200_MS);
        call(7, NOON_MS);
        QueryResult again = ask(batch, OF_200_MS);
        assertThat(again.rows()).isEqualTo(List.of(List.of(BigDecimal.valueOf(SUBSCRIBERS))));
        assertThat(again.others()).hasSize(1);
        assertThat(again.others().get(0).rows()).isEqualTo(again.rows());
        assertThat(again.asOf()).isEqualTo(first.asOf());
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureAnew(ScanMode mode) throws Exception {
        open(mode);
        String text = "EXPLAIN ANALYZE SELECT sum(number_of_calls_this_day) FROM subscribers";
        for (int i = 0; i < 2; i++) {
            assertThat(ask(sql(text), OF_200_MS).timings().mode()).isEqualTo(mode.label());
        }
        assertThat(matrix.gauge(AimMetrics.PARTS_REUSED)).isZero();
    }

    /** A retry meets no part of the windows before: a partition that has turned has none, and one that has not would scan the same. */
    @ParameterizedTest
    @EnumSource
    void shouldNotGiveTheWindowsOfBeforeAgainAfterATurn(ScanMode mode) throws Exception {
        open(mode);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, SUBSCRIBERS);
        call(1, NOON_MS + DAY_MS);
        for (AnswerOptions options : List.of(OF_200_MS, AnswerOptions.NONE, OF_200_MS)) {
            assertThat(ask(CALLS_TODAY, options).error().code())
                    .as("one partition has turned, %s", options)
                    .isEqualTo(Code.WINDOW_TURNED);
        }
        matrix.turn(NOON_MS + DAY_MS);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, 1);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, 1);
        assertThat(matrix.gauge(AimMetrics.PARTS_REUSED))
                .as("those that had not turned, all, the one that had, and all")
                .isEqualTo(2 + PARTITIONS + 1 + PARTITIONS);
    }

    /** Asked before the turn and scanned after it. */
    @ParameterizedTest
    @EnumSource
    void shouldNotKeepWhatATurnOvertakes(ScanMode mode) throws Exception {
        open(mode);
        Request running = matrix.submit(CALLS_TODAY, OF_200_MS);
        matrix.beginScans();
        matrix.turn(NOON_MS + DAY_MS);
        QueryResult overtaken = matrix.answerOf(running);
        assertThat(overtaken.error()).isNull();
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowNobodyWhoIsErased(ScanMode mode) throws Exception {
        open(mode);
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS, SUBSCRIBERS);
        matrix.send(new MatrixInput.Forget(EntityId.of(7)));
        assertCalls(ask(CALLS_TODAY, OF_200_MS), SUBSCRIBERS - 1, SUBSCRIBERS - 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepNothingAcrossARestart(ScanMode mode) throws Exception {
        open(mode);
        ask(CALLS_TODAY, OF_200_MS);
        matrix.restart(PARTITIONS - 1, 7);
        assertThat(ask(CALLS_TODAY, OF_200_MS).timings().mode()).isEqualTo(mode.label());
    }
}
