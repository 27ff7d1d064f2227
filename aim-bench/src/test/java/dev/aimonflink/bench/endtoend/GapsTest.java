package dev.aimonflink.bench.endtoend;

import dev.aimonflink.local.Waiting;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GapsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final long[] counts = new long[2];
    private long nowNanos = 1_000;
    private final Gaps gaps = Gaps.byHand(counts::clone, () -> nowNanos);

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
        assertThat(gaps.longestNanos()).isEqualTo(30);
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
        assertThat(gaps.longestNanos()).isEqualTo(20);
    }

    @Test
    void shouldForgetWhatItHasTold() {
        look(10, 0, 0);
        look(10, 0, 0);
        look(10, 1, 1);
        assertThat(gaps.longestNanos()).isEqualTo(30);
        assertThat(gaps.longestNanos()).isZero();
        look(10, 1, 1);
        assertThat(gaps.longestNanos()).isEqualTo(10);
    }

    @Test
    void shouldTellTheWholeOfAStandstillThatGoesOnWhenItIsAsked() {
        look(10, 1, 1);
        look(10, 0, 0);
        assertThat(gaps.longestNanos()).isEqualTo(10);
        look(10, 0, 0);
        assertThat(gaps.longestNanos()).isEqualTo(20);
    }

    @Test
    void shouldLookByItselfUntilItIsClosed() {
        AtomicLong looks = new AtomicLong();
        try (Gaps byItself = new Gaps(() -> new long[] {looks.incrementAndGet() / 10})) {
            assertThat(Waiting.until(() -> looks.get() > 100, LIMIT)).isTrue();
            assertThat(byItself.longestNanos()).isPositive();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("aim-bench-gaps"));
    }
}
