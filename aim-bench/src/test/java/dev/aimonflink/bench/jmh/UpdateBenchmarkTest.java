package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.MeasuredModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class UpdateBenchmarkTest {
    private final UpdateBenchmark benchmark = new UpdateBenchmark();
    private final EngineBenchmark.Allocation allocation = new EngineBenchmark.Allocation();

    private void fill(String model) {
        benchmark.model = model;
        benchmark.columns = UpdateBenchmark.AUTO;
        benchmark.subscribers = 100;
        benchmark.fill(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments", "wide", "aim-42", "aim-546", "../docs/models/devices.yaml"})
    void shouldCountEveryEventOnceInEachInvocation(String model) {
        fill(model);
        benchmark.update(allocation);
        benchmark.update(allocation);
        benchmark.check();
    }

    @Test
    void shouldAllocateNothing() {
        fill(MeasuredModel.PAYMENTS);
        long leastBytes = Long.MAX_VALUE;
        // Code that is not compiled yet allocates.
        for (int i = 0; i < 100; i++) {
            benchmark.update(allocation);
            leastBytes = Math.min(leastBytes, allocation.allocatedBytes);
        }
        assertThat(leastBytes).isZero();
    }
}
