package dev.aimonflink.bench.endtoend;

import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GapsTest {
    private static final long SEED = 20261121;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final long[] counts = new long[2];
    private long nowNanos = 1_000;
    private final Gaps gaps = new Gaps(counts::clone, () -> nowNanos);

    /** Looks after so long, in which both counts grow by that much. */
    private void look(long afterNanos, long first, long second) {
        nowNanos += afterNanos;
        counts[0] += first;
        counts[1] += second;
        gaps.look();
    }

    @Test
    void shouldTellHowLongACountStoodStill() {
        look(10, 1, 1);
        look(10, 0, 0);
        look(10, 0, 0);
        look(10, 1, 1);
        look(10, 1, 1);
        // From the look before the change that was seen first to the one that saw the next.
        assertThat(gaps.longestNanos()).isEqualTo(40);
    }

    @Test
    void shouldSeeAPartitionStandStillAmongOthersThatDoNot() {
        for (int i = 0; i < 5; i++) {
            look(10, 0, 7);
        }
        assertThat(gaps.longestNanos()).isEqualTo(50);
    }

    @Test
    void shouldNotAddUpWhatPartitionsStandStillInTurn() {
        look(10, 1, 0);
        look(10, 0, 1);
        look(10, 1, 0);
        look(10, 0, 1);
        assertThat(gaps.longestNanos()).isEqualTo(30);
    }

    @Test
    void shouldForgetWhatItHasTold() {
        look(10, 0, 0);
        look(10, 0, 0);
        look(10, 1, 1);
        assertThat(gaps.longestNanos()).isEqualTo(30);
        assertThat(gaps.longestNanos()).isZero();
        look(10, 1, 1);
        assertThat(gaps.longestNanos()).isEqualTo(20);
    }

    @Test
    void shouldTellTheWholeOfAStandstillThatGoesOnWhenItIsAsked() {
        look(10, 1, 1);
        look(10, 0, 0);
        assertThat(gaps.longestNanos()).isEqualTo(20);
        look(10, 0, 0);
        assertThat(gaps.longestNanos()).isEqualTo(30);
    }

    @Test
    void shouldNeverTellLessThanTheLongestStandstill() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 500; round++) {
            nowNanos = 0;
            long[] changes = new long[40];
            long longest = 0;
            for (int i = 0; i < changes.length; i++) {
                long still = 1L + random.nextInt(random.nextInt(10) == 0 ? 500 : 20);
                longest = Math.max(longest, still);
                changes[i] = still + (i == 0 ? 0 : changes[i - 1]);
            }
            // Whoever looks may lose the core before and after the count is read, too.
            Supplier<long[]> counts = () -> {
                nowNanos += random.nextInt(40);
                long count = Arrays.stream(changes)
                        .filter(change -> change <= nowNanos)
                        .count();
                nowNanos += random.nextInt(40);
                return new long[] {count};
            };
            Gaps watching = new Gaps(counts, () -> nowNanos);
            boolean isOver = false;
            while (!isOver) {
                isOver = nowNanos >= changes[changes.length - 1];
                nowNanos += random.nextInt(random.nextInt(8) == 0 ? 300 : 20);
                watching.look();
            }
            assertThat(watching.longestNanos())
                    .as("seed %d, round %d", SEED, round)
                    .isGreaterThanOrEqualTo(longest);
        }
    }

    @Test
    void shouldLookByItselfUntilItIsClosed() {
        AtomicLong looks = new AtomicLong();
        try (Gaps byItself = new Gaps(() -> new long[] {looks.incrementAndGet() / 10})) {
            assertThat(Waiting.until(() -> looks.get() > 100, LIMIT)).isTrue();
            assertThat(byItself.longestNanos()).isPositive();
        }
        long looksAtTheEnd = looks.get();
        assertThat(Waiting.until(() -> looks.get() > looksAtTheEnd, Duration.ofMillis(50)))
                .isFalse();
    }
}
