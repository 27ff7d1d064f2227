package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.layout.WindowClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessLagTest {
    private static final long NOON_MS = 1_795_132_800_000L;

    private long oldestMs = WindowClock.NO_TIME;
    private long newestMs = WindowClock.NO_TIME;
    private long wallMs = NOON_MS;
    private final FreshnessLag lag = new FreshnessLag(() -> oldestMs, () -> newestMs, () -> wallMs);

    @Test
    void shouldBeZeroBeforeTheFirstEvent() {
        assertThat(lag.millis()).isZero();
        wallMs += 60_000;
        assertThat(lag.millis()).isZero();
    }

    @Test
    void shouldFollowTheKafkaPartitionFurthestBehind() {
        oldestMs = NOON_MS - 250;
        newestMs = NOON_MS;
        assertThat(lag.millis()).isEqualTo(250);
        oldestMs = NOON_MS + 300;
        assertThat(lag.millis()).isZero();
    }

    @Test
    void shouldGrowWhileAKafkaPartitionHasShownNoEventAndIsNotAtItsEnd() {
        newestMs = NOON_MS;
        assertThat(lag.millis()).isZero();
        wallMs += 90_000;
        assertThat(lag.millis()).isEqualTo(90_000);
        oldestMs = wallMs - 5;
        assertThat(lag.millis()).isEqualTo(5);
        oldestMs = WindowClock.NO_TIME;
        assertThat(lag.millis()).isZero();
    }
}
