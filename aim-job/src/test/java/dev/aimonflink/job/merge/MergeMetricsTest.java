package dev.aimonflink.job.merge;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.metrics.AimMetrics;
import org.apache.flink.metrics.HistogramStatistics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MergeMetricsTest {
    private final RecordedMetrics recorded = new RecordedMetrics();
    private long nowNanos = 1_000_000;
    private final MergeMetrics metrics = new MergeMetrics(recorded.group(), () -> nowNanos);

    private HistogramStatistics waits() {
        return recorded.histogram(AimMetrics.MERGE_WAIT_MICROS).getStatistics();
    }

    private long answers() {
        return recorded.counter(AimMetrics.ANSWERS);
    }

    @Test
    void shouldMeasureFromTheFirstPartToTheAnswer() {
        metrics.part("a");
        nowNanos += 2_000;
        metrics.part("a");
        nowNanos += 5_999;
        metrics.answered("a");
        assertThat(waits().getValues()).containsExactly(7);
        assertThat(answers()).isEqualTo(1);
    }

    @Test
    void shouldMeasureNothingOfAnAnswerWithoutParts() {
        metrics.answered("a");
        assertThat(waits().size()).isZero();
        assertThat(answers()).isEqualTo(1);
    }

    @Test
    void shouldForgetWhatIsNobodys() {
        metrics.part("a");
        metrics.forget("a");
        metrics.answered("a");
        assertThat(waits().size()).isZero();
    }

    @Test
    void shouldTimeNoMoreRequestsThanItsLimit() {
        for (int i = 0; i <= MergeMetrics.MAX_TIMED; i++) {
            metrics.part("request " + i);
        }
        metrics.answered("request 0");
        assertThat(waits().size()).isZero();
        metrics.answered("request 1");
        metrics.answered("request " + MergeMetrics.MAX_TIMED);
        assertThat(waits().size()).isEqualTo(2);
    }
}
