package dev.aimonflink.bench.coldstart;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpanTest {
    @Test
    void shouldHaveAWindowFromEachSecond() {
        assertThat(new Span(2, 9).windows()).containsExactly(new Span(2, 7), new Span(3, 8), new Span(4, 9));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "3, 7", "3, 8"})
    void shouldBeOneWindowWhereItIsNoLonger(int from, int to) {
        assertThat(new Span(from, to).windows()).containsExactly(new Span(from, to));
    }

    @Test
    void shouldRefuseToBeEmpty() {
        assertThatThrownBy(() -> new Span(3, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The span 3-3 has no second.");
    }

    @ParameterizedTest
    @CsvSource({
        "180, 10-20, 10-180, 120-180, 0-60",
        "60, 10-20, 10-60, 40-60, 0-20",
        "20, 3-6, 3-20, 13-20, 0-6",
        "6, 1-2, 1-6, 4-6, 0-2",
        "3, 0-1, 0-3, 2-3, 0-1"
    })
    void shouldMeasureEarlyAndSteadySeconds(
            int seconds, String early, String fromEarly, String steady, String compared) {
        assertThat(Span.early(seconds)).hasToString(early);
        assertThat(Span.fromEarly(seconds)).hasToString(fromEarly);
        assertThat(Span.steady(seconds)).hasToString(steady);
        assertThat(Span.compared(seconds)).hasToString(compared);
    }
}
