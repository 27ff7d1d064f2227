package dev.aimonflink.job.metrics;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RecentTimesTest {
    private static final long SEED = 20261126;

    private final RecentTimes times = new RecentTimes(0);

    @Test
    void shouldHaveNothingBeforeTheFirstTime() {
        TimeCounts none = times.getStatistics();
        assertThat(none.size()).isZero();
        assertThat(none.getQuantile(0.99)).isZero();
        assertThat(none.getMax()).isZero();
        assertThat(none.getMean()).isZero();
        assertThat(none.getStdDev()).isZero();
        assertThat(none.getValues()).isEmpty();
    }

    /** The times of all buckets follow each other without gaps. */
    @Test
    void shouldHaveABucketForEachTime() {
        long next = 0;
        for (int bucket = 0; next <= RecentTimes.MAX_MICROS; bucket++) {
            long longest = TimeCounts.longestIn(bucket);
            assertThat(TimeCounts.bucketOf(next)).as("shortest").isEqualTo(bucket);
            assertThat(TimeCounts.bucketOf(longest)).as("longest").isEqualTo(bucket);
            assertThat(longest - next).as("width").isLessThanOrEqualTo(next / 32);
            next = longest + 1;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.5, 0.9, 0.99, 0.999, 1})
    void shouldFindTheQuantilesOfTimesOfAllMagnitudes(double quantile) {
        Random random = new Random(SEED);
        long[] sorted = LongStream.generate(() -> (long) Math.exp(random.nextDouble() * 20))
                .limit(10_000)
                .sorted()
                .toArray();
        LongStream.of(sorted).forEach(times::update);
        long exact = sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
        assertThat(times.getStatistics().getQuantile(quantile))
                .as("seed=%d", SEED)
                .isBetween((double) exact, exact * 33.0 / 32);
    }

    @Test
    void shouldCountATimeAsOftenAsItIsGiven() {
        times.count(10, 3);
        times.count(20, 1);

        TimeCounts counts = times.getStatistics();
        assertThat(counts.size()).isEqualTo(4);
        assertThat(times.getCount()).isEqualTo(4);
        assertThat(counts.getQuantile(0.75)).isEqualTo(10);
        assertThat(counts.getQuantile(0.76)).isEqualTo(20);
        assertThat(counts.getMean()).isEqualTo(12.5);
        assertThat(counts.getStdDev()).isEqualTo(Math.sqrt((3 * 2.5 * 2.5 + 7.5 * 7.5) / 4));
        assertThat(counts.getMin()).isEqualTo(10);
        assertThat(counts.getValues()).containsExactly(10, 20);
    }

    @Test
    void shouldCountATimeOutOfItsRangeAsTheNearestInside() {
        times.update(Long.MIN_VALUE);
        times.update(Long.MAX_VALUE);

        assertThat(times.getStatistics().getMin()).isZero();
        assertThat(times.getStatistics().getMax())
                .isBetween(RecentTimes.MAX_MICROS, RecentTimes.MAX_MICROS + RecentTimes.MAX_MICROS / 32);
    }

    @Test
    void shouldKeepATimeForOneSpanAtLeastAndTwoAtMost() {
        times.look(RecentTimes.SPAN_NANOS - 1);
        times.update(7);
        times.look(RecentTimes.SPAN_NANOS);
        times.update(8);
        assertThat(times.getStatistics().getValues()).containsExactly(7, 8);

        times.look(2 * RecentTimes.SPAN_NANOS - 1);
        assertThat(times.getStatistics().getValues()).containsExactly(7, 8);
        times.look(2 * RecentTimes.SPAN_NANOS);
        assertThat(times.getStatistics().getValues()).containsExactly(8);
        times.look(3 * RecentTimes.SPAN_NANOS);
        assertThat(times.getStatistics().getValues()).isEmpty();
        assertThat(times.counted().getValues()).as("of all time").containsExactly(7, 8);
    }

    @Test
    void shouldHaveWhatWasCountedBetweenTwoReadings() {
        times.count(7, 5);
        TimeCounts before = times.counted();
        times.count(7, 2);
        times.count(900, 1);

        TimeCounts between = times.counted().minus(before);
        assertThat(between.total()).isEqualTo(3);
        long[] visited = new long[2];
        between.forEach((micros, count) -> visited[micros == 7 ? 0 : 1] = count);
        assertThat(visited).containsExactly(2, 1);
    }
}
