package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Samples;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordingTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong events = new AtomicLong();
    private final AtomicLong other = new AtomicLong();
    private final Recording recording = Recording.byHand(events::get, other::get);

    private void tick(int second, long count, long beside) {
        events.set(count);
        other.set(beside);
        recording.tick(second * SECOND);
    }

    @Test
    void shouldCutWhatCameAfterTheWarmUpIntoFiveIntervals() {
        for (int second = 0; second <= 12; second++) {
            tick(second, second <= 2 ? 0 : 10L * (second - 2), 3L * second);
        }

        List<Samples> perSecond = recording.perSecond(2 * SECOND, 1_000);

        assertThat(perSecond).hasSize(2);
        assertThat(perSecond.get(0).count()).isEqualTo(5);
        assertThat(perSecond.get(0).min()).isEqualTo(10);
        assertThat(perSecond.get(0).max()).isEqualTo(10);
        assertThat(perSecond.get(1).median()).isEqualTo(3);
    }

    @Test
    void shouldLeaveOutWhatCameAfterTheEnd() {
        tick(0, 0, 0);
        tick(1, 50, 0);
        tick(2, 100, 0);
        tick(3, 110, 0);
        tick(9, 110, 0);

        assertThat(recording.perSecond(0, 110).get(0).min()).isEqualTo(50);
    }

    @Test
    void shouldTakeTheLaterHalfIfItWasOverBeforeTheWarmUpWas() {
        tick(0, 0, 0);
        tick(1, 10, 0);
        tick(2, 20, 0);
        tick(3, 120, 0);
        tick(4, 220, 0);
        tick(5, 300, 0);

        Samples perSecond = recording.perSecond(60 * SECOND, 300).get(0);

        assertThat(perSecond.count()).isEqualTo(2);
        assertThat(perSecond.min()).isEqualTo(100);
    }

    @Test
    void shouldTellNothingIfItWasOverAtOnce() {
        tick(0, 300, 0);
        tick(1, 300, 0);

        assertThat(recording.perSecond(0, 300)).isEmpty();
    }
}
