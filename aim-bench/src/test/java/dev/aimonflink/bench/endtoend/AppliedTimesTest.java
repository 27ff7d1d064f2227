package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.job.metrics.RecentTimes;
import dev.aimonflink.local.RunningJob.CheckpointTime;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AppliedTimesTest {
    private static final int SECOND_MS = 1_000;

    private final RecentTimes job = new RecentTimes(0);
    private long nowMs = 10_000;
    private final AppliedTimes applied = new AppliedTimes(job::counted, () -> nowMs);

    /** Before anything is measured, as while the matrix is filled. */
    private void begin() {
        job.count(50_000, 1_000_000);
        applied.look();
    }

    private void second(long micros, int events) {
        job.count(micros, events);
        nowMs += SECOND_MS;
        applied.look();
    }

    private List<Long> begins(List<AppliedTimes.Second> seconds) {
        return seconds.stream().map(AppliedTimes.Second::beganMs).toList();
    }

    @Test
    void shouldHaveTheTimesOfWhatIsMeasuredAndOfNothingBefore() {
        begin();
        second(1_000, 989);
        second(20_000, 11);

        Latencies latencies = AppliedTimes.latencies(applied.seconds());
        assertThat(latencies.isComplete()).isTrue();
        assertThat(latencies.percentileMs(50)).isCloseTo(1, within(0.04));
        assertThat(latencies.percentileMs(98.8)).isCloseTo(1, within(0.04));
        assertThat(latencies.percentileMs(99)).isCloseTo(20, within(0.7));
        assertThat(latencies.percentileMs(100)).isCloseTo(20, within(0.7));
    }

    @Test
    void shouldLeaveOutEachSecondThatACheckpointTouches() {
        begin();
        for (int each = 0; each < 6; each++) {
            second(1_000, 10);
        }
        assertThat(begins(applied.secondsOutside(List.of()))).hasSize(6);
        assertThat(begins(applied.secondsOutside(
                        List.of(new CheckpointTime(11_999, 12_001), new CheckpointTime(14_500, 14_600)))))
                .containsExactly(10_000L, 13_000L, 15_000L);
        assertThat(applied.secondsOutside(List.of(new CheckpointTime(0, 99_000))))
                .isEmpty();
    }

    @Test
    void shouldLeaveOutSecondsWithoutEventsAndThoseAfterTheLastEnd() {
        begin();
        second(1_000, 10);
        second(1_000, 0);
        applied.end();
        second(1_000, 10);
        nowMs += SECOND_MS / 2;
        applied.end();
        second(1_000, 10);
        second(1_000, 10);

        assertThat(begins(applied.seconds())).containsExactly(10_000L, 12_000L, 13_000L);
    }
}
