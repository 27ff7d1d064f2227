package dev.aimonflink.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class SpreadTest {
    private static final double SECONDS = 0.1;

    @Test
    void shouldCutAMeasurementIntoParts() throws InterruptedException {
        List<Double> seconds = new ArrayList<>();
        Spread.run(SECONDS, () -> {}, seconds::add);
        assertThat(seconds).hasSize(Spread.COUNT).allMatch(each -> each > 0);
        assertThat(seconds.stream().mapToDouble(Double::doubleValue).sum()).isGreaterThanOrEqualTo(SECONDS);
    }

    @Test
    void shouldEndWhenSomethingFails() {
        assertThatThrownBy(() -> Spread.run(
                        SECONDS,
                        () -> {
                            throw new IllegalStateException("The job is gone.");
                        },
                        seconds -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The job is gone.");
    }

    @Test
    void shouldTellHowFastACountGrew() {
        AtomicLong count = new AtomicLong(100);
        Rates rates = new Rates(count::get);
        count.set(300);
        rates.ended(2);
        rates.ended(1);
        assertThat(rates.samples().max()).isCloseTo(100, within(1e-9));
        assertThat(rates.samples().min()).isZero();
    }
}
