package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Amount;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CpuMeterTest {
    private final Map<Long, Duration> cpuByPid = new HashMap<>();
    private final CpuMeter meter = new CpuMeter(() -> cpuByPid);

    private void used(long pid, long millis) {
        cpuByPid.put(pid, Duration.ofMillis(millis));
    }

    @Test
    void shouldCountWhatEachProcessUsedSinceTheLastLook() {
        used(1, 1_500);
        meter.look(10);
        used(1, 2_000);
        used(2, 250);
        meter.look(20);
        meter.look(30);
        assertThat(meter.seconds())
                .containsExactlyInAnyOrder(new Amount(10, 1.5), new Amount(20, 0.5), new Amount(20, 0.25));
    }

    @Test
    void shouldTakeNothingBackWhenAProcessDies() {
        used(1, 1_500);
        meter.look(10);
        used(1, 0);
        meter.look(20);
        cpuByPid.clear();
        used(7, 100);
        meter.look(30);
        assertThat(meter.seconds()).containsExactly(new Amount(10, 1.5), new Amount(30, 0.1));
    }
}
