package dev.aimonflink.lab.workload;

import dev.aimonflink.matrix.calls.Event;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class UnusualCallsTest {
    /** So that both rules fire within ten seconds. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000, 100_000})
    void shouldMakeHeavyCallersAndPhonesInPocketsWithinSeconds(int rate) {
        UnusualCalls calls = new UnusualCalls(42, 100_000, rate);
        Map<Long, Integer> counts = new HashMap<>();
        Map<Long, Integer> seconds = new HashMap<>();
        Map<Long, Integer> cents = new HashMap<>();
        for (int i = 0; i < 6 * rate; i++) {
            Event call = calls.next(i);
            counts.merge(call.subscriberId(), 1, Integer::sum);
            seconds.merge(call.subscriberId(), call.durationSeconds(), Integer::sum);
            cents.merge(call.subscriberId(), (int) call.costCents(), Integer::sum);
            assertThat(call.costCents()).isBetween(10L, 10_000L);
            if (call.subscriberId() == 0) {
                assertThat(call.durationSeconds()).isGreaterThan(300);
            }
        }

        assertThat(counts.get(0L)).as("calls of the first heavy caller").isGreaterThan(20);
        assertThat(cents.get(0L)).isGreaterThan(10_000);
        assertThat(counts.get(1L)).as("calls of the first phone in a pocket").isGreaterThan(30);
        assertThat(seconds.get(1L)).isLessThan(10 * counts.get(1L));
        assertThat(counts.entrySet().stream().filter(each -> each.getValue() > 20))
                .as("few are unusual")
                .hasSizeLessThanOrEqualTo(2 * Math.max(1, rate / 1_200));
    }
}
