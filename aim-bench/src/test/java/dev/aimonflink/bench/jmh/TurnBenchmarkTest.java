package dev.aimonflink.bench.jmh;

import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class TurnBenchmarkTest {
    /** From a Friday: over the next Monday. */
    private static final int DAYS = 5;

    private final TurnBenchmark benchmark = new TurnBenchmark();
    private final TurnBenchmark.Beside beside = new TurnBenchmark.Beside();
    private final TurnBenchmark.BesidePass besidePass = new TurnBenchmark.BesidePass();

    TurnBenchmarkTest() {
        benchmark.aggregates = 42;
        benchmark.subscribers = 20_000;
        benchmark.fill();
    }

    private void spendDays(Consumer<TurnBenchmark.Beside> turn) {
        for (int day = 0; day < DAYS; day++) {
            benchmark.spendTheDay();
            turn.accept(beside);
        }
        assertThat(beside.longestMs).isPositive();
        assertThat(beside.usualLongestMs).isPositive();
    }

    private void pass(TurnBenchmark.Beside besideSlices) {
        benchmark.pass(besideSlices, besidePass);
    }

    @Test
    void shouldMeasureTheEventsOfANewDay() {
        spendDays(benchmark::events);
        benchmark.check();
    }

    @Test
    void shouldMeasureATurnThatOvertakesAPass() {
        spendDays(benchmark::eventsInAPass);
        benchmark.check();
    }

    @Test
    void shouldMeasureTheFirstPassOfANewDay() {
        spendDays(this::pass);
        benchmark.check();
        assertThat(besidePass.usualMs).isPositive();
    }

    @Test
    void shouldFailIfTheDayDidNotTurn() {
        spendDays(this::pass);
        benchmark.spendTheDay();
        assertThatThrownBy(benchmark::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The number of wrong cells is [1-9]\\d*, not 0");
    }
}
