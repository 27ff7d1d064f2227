package dev.aimonflink.bench.layout;

import dev.aimonflink.bench.world.CallStream;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.bench.world.Moment;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.kernel.KernelChoice;
import dev.aimonflink.core.query.AskedQuery;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LayoutTest {
    private static final List<String> LABELS =
            List.of(Layout.ROWS, Layout.PAX_16, Layout.PAX_64, Layout.PAX_1024, Layout.COLUMNS, Layout.OURS);

    private static Layout layout(String label, int aggregates, int subscribers) {
        return Layout.of(
                label, CallModel.schema(aggregates), KernelChoice.chosen().kernels(), subscribers);
    }

    private static List<List<Object>> expected(CallTotals totals, String query) {
        return new CountedSubscribers(totals, totals, RecordStore.profiles(), totals.subscribers())
                .answer(AskedQuery.withDefaults(query));
    }

    /** Blocks of each size with none, some and all of their rows; one segment, and a bit of the next. */
    @ParameterizedTest
    @CsvSource({"42, 1", "42, 15", "42, 16", "126, 65", "42, 1024", "42, 1025", "42, 16384", "42, 16385"})
    void shouldCountAndAnswerInEveryLayoutAsThePlainWay(int aggregates, int subscribers) {
        Event[] calls = CallStream.of(4 * subscribers, subscribers, CallStream.ZIPF);
        CallTotals totals = new CallTotals(subscribers, calls);
        for (String label : LABELS) {
            Layout layout = layout(label, aggregates, subscribers);
            layout.apply(calls);
            assertThat(layout.differences(totals)).as(label).isZero();
            assertThat(layout.answer("q1")).as(label).isEqualTo(expected(totals, "q1"));
            assertThat(layout.answer("q7")).as(label).isEqualTo(expected(totals, "q7"));
        }
    }

    @Test
    void shouldAnswerSomething() {
        CallTotals totals = new CallTotals(1_000, CallStream.of(4_000, 1_000, CallStream.UNIFORM));
        assertThat(expected(totals, "q1").get(0)).doesNotContainNull();
        assertThat(expected(totals, "q7").get(0)).doesNotContainNull();
    }

    @Test
    void shouldBeginAgainWhenCleared() {
        Event[] calls = CallStream.of(1_000, 100, CallStream.UNIFORM);
        for (String label : LABELS) {
            Layout layout = layout(label, 42, 100);
            layout.apply(calls);
            layout.clear();
            assertThat(layout.differences(new CallTotals(100, new Event[0])))
                    .as(label)
                    .isZero();
            layout.apply(calls);
            assertThat(layout.answer("q7")).as(label).isEqualTo(expected(new CallTotals(100, calls), "q7"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {Layout.ROWS, Layout.PAX_16, Layout.COLUMNS, Layout.OURS})
    void shouldRefuseACallThatWouldWrapATotal(String label) {
        Layout layout = layout(label, 42, 1);
        Event longest = new Event(0, Moment.NOW_MS, Event.MAX_DURATION_SECONDS, 1, false);
        Event[] thatFit = new Event[Integer.MAX_VALUE / Event.MAX_DURATION_SECONDS];
        Arrays.fill(thatFit, longest);
        layout.apply(thatFit);
        assertThatThrownBy(() -> layout.apply(new Event[] {longest}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Not counted: " + longest);
        assertThat(layout.differences(new CallTotals(1, thatFit))).isZero();
    }

    @Test
    void shouldRefuseOtherLayoutsAndQueries() {
        assertThatThrownBy(() -> layout("heap", 42, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no layout 'heap'.");
        assertThatThrownBy(() -> layout(Layout.ROWS, 42, 1).answer("q2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Layouts are not asked q2.");
    }
}
