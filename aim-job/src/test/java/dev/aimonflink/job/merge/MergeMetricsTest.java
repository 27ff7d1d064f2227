package dev.aimonflink.job.merge;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.AnswerCounter;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import org.apache.flink.metrics.HistogramStatistics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MergeMetricsTest {
    private static final long NOW_MS = 1_795_132_800_000L;

    private final RecordedMetrics recorded = new RecordedMetrics();
    private long nowNanos = 1_000_000;
    private final MergeMetrics metrics = new MergeMetrics(recorded.group(), () -> nowNanos, () -> 0);

    private HistogramStatistics waits() {
        return recorded.histogram(AimMetrics.MERGE_WAIT_MICROS).getStatistics();
    }

    private HistogramStatistics latencies() {
        return recorded.histogram(AimMetrics.REQUEST_LATENCY_MS).getStatistics();
    }

    private static Registration registration(String key, long askedMs) {
        return new Registration(MergeHarness.request(key), askedMs, Execution.UNKNOWN);
    }

    private static QueryResult result(QueryError error) {
        return QueryResult.refusal("r", "c", "q1", error);
    }

    private void answer(String key) {
        metrics.answered(key, result(null), NOW_MS);
    }

    @Test
    void shouldMeasureFromTheFirstPartToTheAnswer() {
        metrics.part("a");
        nowNanos += 2_000;
        metrics.part("a");
        nowNanos += 5_999;
        answer("a");
        assertThat(waits().getValues()).containsExactly(7);
        assertThat(latencies().size()).isZero();
    }

    @Test
    void shouldMeasureFromTheTimeOfAskingToTheAnswer() {
        metrics.registered(registration("a", NOW_MS - 30));
        metrics.part("a");
        answer("a");
        metrics.registered(registration("b", NOW_MS - 5_000));
        metrics.answered("b", result(new QueryError(Code.TIMED_OUT, "Ask again.")), NOW_MS);
        assertThat(latencies().getValues()).containsExactlyInAnyOrder(30, 5_000);
    }

    @Test
    void shouldMeasureNothingBelowZeroWhereTheBrokersClockIsAhead() {
        metrics.registered(registration("a", NOW_MS + 3));
        answer("a");
        assertThat(latencies().getValues()).containsExactly(0);
    }

    @Test
    void shouldMeasureNothingOfAnAnswerWithoutPartsOrATimeOfAsking() {
        answer("a");
        metrics.registered(registration("b", Registration.UNKNOWN_TIME));
        answer("b");
        assertThat(waits().size()).isZero();
        assertThat(latencies().size()).isZero();
        assertThat(recorded.counter(AimMetrics.ANSWERS)).isEqualTo(2);
    }

    @Test
    void shouldForgetARequestThatIsNeverAnswered() {
        metrics.part("a");
        metrics.forget("a");
        answer("a");
        assertThat(waits().size()).isZero();
    }

    @Test
    void shouldTimeNoMoreRequestsThanItsLimit() {
        for (int i = 0; i <= MergeMetrics.MAX_TIMED; i++) {
            metrics.part("request " + i);
        }
        answer("request 0");
        assertThat(waits().size()).isZero();
        answer("request 1");
        answer("request " + MergeMetrics.MAX_TIMED);
        assertThat(waits().size()).isEqualTo(2);
    }

    @Test
    void shouldCountEachAnswerByItsStatus() {
        answer("a");
        for (Code code : Code.values()) {
            QueryError.InSql inSql = code == Code.SQL_ERROR ? new QueryError.InSql("42703", 8) : code.inSql();
            metrics.answered("a", result(new QueryError(code, "Ask again.", inSql)), NOW_MS);
            assertThat(recorded.counter(AnswerCounter.metric(code)))
                    .as(code.name())
                    .isEqualTo(1);
        }
        assertThat(recorded.counter(AnswerCounter.okMetric())).isEqualTo(1);
        assertThat(recorded.counter(AimMetrics.ANSWERS)).isEqualTo(1 + Code.values().length);
    }
}
