package dev.aimonflink.clients.flink;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class JobMetricsTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void shouldAddUpWhatOperatorsAndSubtasksCount() throws Exception {
        JobMetrics metrics = JobMetrics.read(
                new FakeFlink()
                        .withMetric("decode_events.aim.deadLetters", 3)
                        .withMetric("decode_events.aim.deadLettersAhead", 3)
                        .withMetric("parse_queries.aim.deadLetters", 4)
                        .withMetric("analytics_matrix.aim.deadLettersLate", 0),
                FakeFlink.JOB,
                LIMIT);
        assertThat(metrics.sum("deadLetters")).isEqualTo(14);
        assertThat(metrics.max("deadLetters")).hasValue(4);
        assertThat(metrics.sumsOf("deadLetters")).isEqualTo(Map.of("Ahead", 6L));
        assertThat(metrics.sum("rows")).isZero();
        assertThat(metrics.max("rows")).isEmpty();
    }

    @Test
    void shouldTellKafkaPartitionsApart() throws Exception {
        JobMetrics metrics = JobMetrics.read(
                new FakeFlink()
                        .withMetric("decode_events.aim.kafkaPartition.3.eventTimeLagMs", 70)
                        .withMetric("decode_events.aim.kafkaPartition.12.eventTimeLagMs", 5)
                        .withMetric("decode_events.aim.kafkaPartition.12.newestEventTimeMs", 9),
                FakeFlink.JOB,
                LIMIT);
        assertThat(metrics.byKafkaPartition("eventTimeLagMs")).isEqualTo(Map.of(3, 70.0, 12, 5.0));
    }

    @Test
    void shouldAskAgainWhereFlinkHasNotFetchedThemYet() throws Exception {
        FakeFlink flink = new FakeFlink().withMetric("m.aim.rows", 1).emptyAtFirst(2);
        assertThat(JobMetrics.read(flink, FakeFlink.JOB, LIMIT).sum("rows")).isEqualTo(2);
    }

    @Test
    void shouldNotBelieveWhatFlinkFetchedForAnEarlierLook() throws Exception {
        FakeFlink flink = new FakeFlink().withMetric("m.aim.deadLetters", 9).staleAtFirst();
        assertThat(JobMetrics.read(flink, FakeFlink.JOB, LIMIT).sum("deadLetters"))
                .isEqualTo(18);
    }

    @Test
    void shouldGiveUpWhereThereAreNone() throws Exception {
        assertThat(JobMetrics.read(new FakeFlink(), FakeFlink.JOB, Duration.ofMillis(1))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void shouldAskForNoMoreNamesAtOnceThanFitIntoARequest() throws Exception {
        FakeFlink flink = new FakeFlink();
        for (int i = 0; i < 2 * JobMetrics.NAMES_AT_ONCE + 1; i++) {
            flink.withMetric("m.aim.metric" + i, i);
        }
        JobMetrics metrics = JobMetrics.read(flink, FakeFlink.JOB, LIMIT);
        assertThat(metrics.sum("metric40")).isEqualTo(80);
        assertThat(flink.mostNamesAtOnce()).isEqualTo(JobMetrics.NAMES_AT_ONCE);
    }

    @Test
    void shouldFailWhereTheJobIsGone() {
        assertFails(IOException.class, () -> JobMetrics.read(new FakeFlink(), "0b", LIMIT))
                .hasMessage("it answers with HTTP status 404");
    }

    @Test
    void shouldTellSubtasksApart() throws Exception {
        FakeFlink flink = new FakeFlink()
                .withMetric("analytics_matrix.aim.columnBytes", 100, 200)
                .withMetric("analytics_matrix.aim.rows", 3, 4)
                .withMetric("another_operator.aim.columnBytes", 5, 6)
                .withMetric("another_operator.columnBytes", 7);
        assertThat(JobMetrics.bySubtask(flink, FakeFlink.JOB, "columnBytes"::equals))
                .isEqualTo(Map.of(0, Map.of("columnBytes", 105.0), 1, Map.of("columnBytes", 206.0)));
        assertThat(JobMetrics.bySubtask(flink, FakeFlink.JOB, name -> name.startsWith("r") || name.startsWith("c")))
                .isEqualTo(Map.of(
                        0, Map.of("columnBytes", 105.0, "rows", 3.0),
                        1, Map.of("columnBytes", 206.0, "rows", 4.0)));
    }

    @Test
    void shouldKnowNothingOfSubtasksWhereFlinkHasNoSuchMetrics() throws Exception {
        assertThat(JobMetrics.bySubtask(
                        new FakeFlink().withMetric("m.aim.rows", 1), FakeFlink.JOB, "columnBytes"::equals))
                .isEmpty();
        assertFails(IOException.class, () -> JobMetrics.bySubtask(new FakeFlink(), "0b", name -> true))
                .hasMessage("it answers with HTTP status 404");
    }

    @Test
    void shouldAskForFewNamesOfSubtasksAtOnce() throws Exception {
        FakeFlink flink = new FakeFlink();
        for (int i = 0; i < JobMetrics.NAMES_AT_ONCE + 1; i++) {
            flink.withMetric("m.aim.metric" + i, i, 2L * i);
        }
        Map<Integer, Map<String, Double>> found = JobMetrics.bySubtask(flink, FakeFlink.JOB, name -> true);
        assertThat(found.get(0)).hasSize(JobMetrics.NAMES_AT_ONCE + 1).containsEntry("metric20", 20.0);
        assertThat(found.get(1)).hasSize(JobMetrics.NAMES_AT_ONCE + 1).containsEntry("metric20", 40.0);
        assertThat(flink.mostNamesAtOnce()).isEqualTo(JobMetrics.NAMES_AT_ONCE);
    }
}
