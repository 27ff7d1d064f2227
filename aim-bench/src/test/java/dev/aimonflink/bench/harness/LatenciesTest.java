package dev.aimonflink.bench.harness;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatenciesTest {
    private static final long MS = 1_000_000;

    private final Latencies latencies = new Latencies();

    private static Histogram histogram(long... millis) {
        Histogram nanos = new Histogram(3);
        for (long each : millis) {
            nanos.recordValue(each * MS);
        }
        return nanos;
    }

    @Test
    void shouldTellRatesAndPercentilesOfEachInterval() {
        latencies.add(histogram(1, 2, 3, 4), 2);
        latencies.add(histogram(10), 0.5);

        assertThat(latencies.perSecond().min()).isEqualTo(2);
        assertThat(latencies.perSecond().max()).isEqualTo(2);
        assertThat(latencies.percentileMs(50).min()).isCloseTo(2, within(0.01));
        assertThat(latencies.percentileMs(50).max()).isCloseTo(10, within(0.05));
        assertThat(latencies.percentileMs(100).count()).isEqualTo(2);
    }

    @Test
    void shouldLeaveIntervalsWithoutAnswersOutOfPercentilesButNotOfRates() {
        latencies.add(histogram(), 1);
        latencies.add(histogram(7), 1);

        assertThat(latencies.perSecond().min()).isZero();
        assertThat(latencies.percentileMs(99).count()).isEqualTo(1);
        assertThat(latencies.isEmpty()).isFalse();
    }

    @Test
    void shouldBeEmptyWithoutAnswers() {
        latencies.add(histogram(), 1);
        assertThat(latencies.isEmpty()).isTrue();
    }
}
