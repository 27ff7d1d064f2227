package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.lab.meter.DueLatencies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatenciesTest {
    private static final long MS = 1_000_000;
    private static final long SEED = 20261122;

    private final DueLatencies due = new DueLatencies();
    private final Latencies latencies = new Latencies();

    private void interval(double... millis) {
        List<DueLatencies.Interval> begun = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            begun.add(due.begin());
        }
        for (int i = 0; i < millis.length; i++) {
            begun.get(i).ended((long) (millis[i] * MS));
        }
        latencies.add(due.next());
    }

    private static double[] millis(long... values) {
        return LongStream.of(values).asDoubleStream().toArray();
    }

    @Test
    void shouldPoolAllIntervalsForAPercentileAndShowTheirSpread() {
        // One interval is slow throughout: the median of five p99s does not see it, but a fifth of all is slow.
        for (int i = 0; i < 4; i++) {
            interval(DoubleStream.generate(() -> 1).limit(100).toArray());
        }
        interval(DoubleStream.generate(() -> 50).limit(100).toArray());

        Figure p99 = latencies.figure("a.p99", Map.of(), 99);
        assertThat(p99.value()).isCloseTo(50, within(0.1));
        assertThat(p99.best()).isCloseTo(1, within(0.01));
        assertThat(p99.worst()).isCloseTo(50, within(0.1));
        assertThat(p99.samples()).isEqualTo(5);
        assertThat(latencies.percentileMs(50)).isCloseTo(1, within(0.01));
    }

    @Test
    void shouldFindThePercentilesOfAKnownDistribution() {
        List<Double> uniform = new ArrayList<>(
                DoubleStream.iterate(1, each -> each + 1).limit(1_000).boxed().toList());
        SplittableRandom random = new SplittableRandom(SEED);
        Collections.shuffle(uniform, new java.util.Random(random.nextLong()));
        for (int i = 0; i < 5; i++) {
            interval(uniform.subList(i * 200, (i + 1) * 200).stream()
                    .mapToDouble(each -> each)
                    .toArray());
        }
        assertThat(latencies.percentileMs(50)).as("seed %d", SEED).isCloseTo(500, within(1.0));
        assertThat(latencies.percentileMs(99)).as("seed %d", SEED).isCloseTo(990, within(1.0));
        assertThat(latencies.percentileMs(99.9)).as("seed %d", SEED).isCloseTo(999, within(1.0));
        assertThat(latencies.percentileMs(100)).as("seed %d", SEED).isCloseTo(1_000, within(1.0));
    }

    @Test
    void shouldCountWhatEndsAfterItsIntervalInIt() {
        DueLatencies.Interval first = due.begin();
        latencies.add(due.next());
        interval(millis(1, 1, 1));
        assertThat(latencies.isComplete()).isFalse();

        first.ended(700 * MS);

        assertThat(latencies.isComplete()).isTrue();
        assertThat(latencies.percentileMs(100)).isCloseTo(700, within(1.0));
        assertThat(latencies.figure("a", Map.of(), 50).worst()).isCloseTo(700, within(1.0));
    }

    @Test
    void shouldTakeAnIntervalWithoutQuestionsForAsSlowAsTheSlowestBefore() {
        interval(millis(2, 900));
        interval();
        interval(millis(3));

        Figure p50 = latencies.figure("a", Map.of(), 50);
        assertThat(p50.samples()).isEqualTo(3);
        assertThat(p50.worst()).isCloseTo(900, within(1.0));
        assertThat(p50.value()).isCloseTo(3, within(0.01));
    }

    @Test
    void shouldBeEmptyWithoutQuestions() {
        interval();
        assertThat(latencies.isEmpty()).isTrue();
        assertThat(latencies.isComplete()).isTrue();
        assertThat(latencies.answersPerSecond()).isZero();
    }

    @Test
    void shouldTakeASingleLatencyForEveryPercentile() {
        interval(millis(7));
        assertThat(latencies.percentileMs(50)).isCloseTo(7, within(0.01));
        assertThat(latencies.percentileMs(99.9)).isCloseTo(7, within(0.01));
    }
}
