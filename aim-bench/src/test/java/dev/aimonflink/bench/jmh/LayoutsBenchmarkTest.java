package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.layouts.Layout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("compiled")
class LayoutsBenchmarkTest {
    private final LayoutsBenchmark benchmark = new LayoutsBenchmark();
    private final LayoutsBenchmark.Beside beside = new LayoutsBenchmark.Beside();

    private void fill(String layout, int aggregates, int subscribers) {
        benchmark.layout = layout;
        benchmark.aggregates = aggregates;
        benchmark.subscribers = subscribers;
        benchmark.fill(3 * subscribers);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {Layout.ROWS, Layout.PAX_16, Layout.PAX_64, Layout.PAX_1024, Layout.COLUMNS, LayoutsBenchmark.OURS
            })
    void shouldCountEachCallOnceAndAnswerRight(String layout) {
        fill(layout, 546, 300);
        benchmark.update();
        benchmark.read(beside);
        benchmark.mixed(beside);
        benchmark.check();
        assertThat(beside.q1Ms).isPositive();
        assertThat(beside.q7Ms).isPositive();
    }

    /** Blocks with none, some and all of their rows; one segment, and a bit of the next. */
    @ParameterizedTest
    @CsvSource({
        "rows, 1",
        "pax-16, 15",
        "pax-16, 16",
        "pax-64, 65",
        "pax-1024, 1024",
        "pax-1024, 1025",
        "columns, 16384",
        "columns, 16385",
        "pax-16, 16385"
    })
    void shouldEndAnywhereInABlock(String layout, int subscribers) {
        fill(layout, 42, subscribers);
        benchmark.check();
    }

    @Test
    void shouldNotKnowOtherLayouts() {
        assertThatThrownBy(() -> fill("heap", 42, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no layout 'heap'.");
    }
}
