package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BackgroundWatchTest {
    private static final SourcePartition FIRST = new SourcePartition("aim.events.v1", 0);
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final AtomicLong clockNanos = new AtomicLong(1);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private volatile Map<SourcePartition, EndLookup.Silence> silent = Map.of();
    private volatile boolean broken;
    private final BackgroundWatch watch = new BackgroundWatch("ends", FakeLookup::new, clockNanos::get);

    @AfterEach
    void close() {
        watch.close();
    }

    private static void await(BooleanSupplier condition) {
        long giveUpNanos = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(giveUpNanos);
            Thread.onSpinWait();
        }
    }

    /** Looks until it was looked up so many times more. */
    private void look(long offset, int times) {
        int goal = looks.get() + times;
        await(() -> {
            watch.look(Map.of(FIRST, offset));
            return looks.get() >= goal;
        });
    }

    @Test
    void shouldKnowAnEndOnceItWasLookedUp() {
        silent = Map.of(FIRST, new EndLookup.Silence(10, 10, true));
        assertThat(watch.isEnd(FIRST, 10)).isFalse();
        watch.look(Map.of(FIRST, 10L));
        await(() -> watch.isEnd(FIRST, 10));
        assertThat(watch.isEnd(FIRST, 11)).as("another offset").isFalse();
        assertThat(watch.isEnd(new SourcePartition("aim.events.v1", 1), 10)).isFalse();
    }

    @Test
    void shouldForgetAnEndThatWasNotLookedUpForAWhile() {
        silent = Map.of(FIRST, new EndLookup.Silence(10, 10, true));
        watch.look(Map.of(FIRST, 10L));
        await(() -> watch.isEnd(FIRST, 10));
        clockNanos.addAndGet(BackgroundWatch.VALID.toNanos());
        assertThat(watch.isEnd(FIRST, 10)).isTrue();
        clockNanos.incrementAndGet();
        assertThat(watch.isEnd(FIRST, 10)).isFalse();
    }

    @Test
    void shouldKnowForEverThatNoEventFollows() {
        silent = Map.of(FIRST, new EndLookup.Silence(10, 13, false));
        assertThat(watch.emptyTo(FIRST, 10)).isEqualTo(10);
        watch.look(Map.of(FIRST, 10L));
        await(() -> watch.emptyTo(FIRST, 10) == 13);
        clockNanos.addAndGet(2 * BackgroundWatch.VALID.toNanos());
        assertThat(watch.emptyTo(FIRST, 10)).isEqualTo(13);
        assertThat(watch.emptyTo(FIRST, 14)).as("another offset").isEqualTo(14);
        assertThat(watch.isEnd(FIRST, 10)).as("an open transaction may follow").isFalse();
    }

    @Test
    void shouldGoOnAfterALookThatFailed() {
        broken = true;
        look(10, 1);
        assertThat(watch.isEnd(FIRST, 10)).isFalse();
        broken = false;
        silent = Map.of(FIRST, new EndLookup.Silence(10, 10, true));
        look(10, 2);
        await(() -> watch.isEnd(FIRST, 10));
    }

    @Test
    void shouldCloseWhatItLooksUpWith() {
        look(10, 1);
        watch.close();
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldCloseBeforeTheFirstLook() {
        watch.close();
        assertThat(looks).hasValue(0);
    }

    private final class FakeLookup implements EndLookup {
        @Override
        public Map<SourcePartition, EndLookup.Silence> behind(Map<SourcePartition, Long> nextOffsets) {
            looks.incrementAndGet();
            if (broken) {
                throw new IllegalStateException("the broker is away, says the test");
            }
            return silent;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
