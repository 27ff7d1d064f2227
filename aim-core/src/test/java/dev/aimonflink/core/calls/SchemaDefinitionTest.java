package dev.aimonflink.core.calls;

import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.model.Window;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SchemaDefinitionTest {
    private static final List<CallFilter> FILTERS = List.of(CallFilter.values());

    private static SchemaDefinition of(
            List<Window> windows,
            List<CallFilter> filters,
            List<Function> functions,
            List<Derived> derived,
            int copies) {
        return new SchemaDefinition(windows, filters, functions, derived, copies);
    }

    private static List<String> names(SchemaDefinition definition) {
        return CallSchema.of(definition).columns().stream()
                .map(StoredColumn::name)
                .toList();
    }

    @Test
    void shouldMakeTheColumnsInOrder() {
        SchemaDefinition definition = of(
                List.of(Window.WEEK, new Window(Window.Unit.HOUR, 6)),
                List.of(CallFilter.LONG_DISTANCE, CallFilter.ALL),
                List.of(Function.MAX_COST, Function.COUNT, Function.MAX_COST),
                List.of(),
                2);
        assertThat(names(definition))
                .containsExactly(
                        "number_of_calls_this_week",
                        "most_expensive_cost_this_week",
                        "number_of_long_distance_calls_this_week",
                        "most_expensive_cost_of_long_distance_calls_this_week",
                        "number_of_calls_this_6_hours",
                        "most_expensive_cost_this_6_hours",
                        "number_of_long_distance_calls_this_6_hours",
                        "most_expensive_cost_of_long_distance_calls_this_6_hours",
                        "number_of_calls_this_week_2",
                        "most_expensive_cost_this_week_2",
                        "number_of_long_distance_calls_this_week_2",
                        "most_expensive_cost_of_long_distance_calls_this_week_2",
                        "number_of_calls_this_6_hours_2",
                        "most_expensive_cost_this_6_hours_2",
                        "number_of_long_distance_calls_this_6_hours_2",
                        "most_expensive_cost_of_long_distance_calls_this_6_hours_2");
    }

    @Test
    void shouldStoreOnceWhatIsDerivedFrom() {
        SchemaDefinition definition = of(
                List.of(new Window(Window.Unit.MONTH, 1)),
                List.of(CallFilter.LOCAL),
                List.of(Function.MIN_DURATION),
                List.of(Derived.VAR_DURATION, Derived.AVG_DURATION, Derived.STDEV_DURATION),
                1);
        assertThat(names(definition))
                .containsExactly(
                        "number_of_local_calls_this_month",
                        "total_duration_of_local_calls_this_month",
                        "shortest_duration_of_local_calls_this_month",
                        "total_squared_duration_of_local_calls_this_month");
        assertThat(CallSchema.of(definition).derived())
                .extracting(ModelColumn::name)
                .containsExactly(
                        "average_duration_of_local_calls_this_month",
                        "standard_deviation_of_duration_of_local_calls_this_month",
                        "variance_of_duration_of_local_calls_this_month");
    }

    @Test
    void shouldSayThatADerivedColumnIsNotStored() {
        MatrixSchema schema = CallSchema.of(of(List.of(Window.DAY), FILTERS, List.of(), List.of(Derived.AVG_COST), 1));
        assertThatThrownBy(() -> schema.column("average_cost_this_day"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Column 'average_cost_this_day' is not stored, but computed when a subscriber is looked at."
                        + " Name the columns that it is computed from: a sum, a count, a sum of squares.");
    }

    @Test
    void shouldBeTheBenchmarksWhereItSaysSo() {
        assertThat(CallSchema.of(Presets.named("aim-42").orElseThrow()).fingerprint())
                .isEqualTo(CallSchema.withAggregates(42).fingerprint());
        assertThat(CallSchema.of(Presets.named("aim-546").orElseThrow()).fingerprint())
                .isEqualTo(CallSchema.withAggregates(546).fingerprint());
        assertThat(Presets.named("aim-43")).isEmpty();
    }

    @Test
    void shouldRefuseSchemasThatAreNone() {
        assertRefused(
                () -> of(List.of(), FILTERS, List.of(Function.COUNT), List.of(), 1),
                "A schema has no window. Give at least one, such as '1 day'.");
        List<Window> windows = IntStream.rangeClosed(1, 65)
                .mapToObj(count -> new Window(Window.Unit.DAY, count))
                .toList();
        assertThat(names(of(windows.subList(0, 64), FILTERS, List.of(Function.COUNT), List.of(), 1)))
                .hasSize(3 * 64);
        assertRefused(
                () -> of(windows, FILTERS, List.of(Function.COUNT), List.of(), 1),
                "A schema has 65 windows, more than 64. Take some out.");
        assertRefused(
                () -> of(List.of(Window.DAY), List.of(), List.of(Function.COUNT), List.of(), 1),
                "A schema has no filter. Give at least one of all, local, long-distance.");
        assertRefused(
                () -> of(List.of(Window.DAY), FILTERS, List.of(), List.of(), 1),
                "A schema has no aggregate. Give at least one, such as 'calls: [count]'.");
        assertRefused(
                () -> of(
                        List.of(Window.DAY, Window.WEEK, new Window(Window.Unit.DAY, 1)),
                        FILTERS,
                        List.of(Function.COUNT),
                        List.of(),
                        1),
                "A schema has the window '1 day' twice. Take one out.");
        assertRefused(
                () -> of(List.of(Window.DAY), FILTERS, List.of(Function.COUNT), List.of(), 0),
                "A schema has copies=0. Give at least 1.");
    }

    @Test
    void shouldHoldAsManyColumnsAsTheLimitSaysAndNoMore() {
        List<CallFilter> one = List.of(CallFilter.ALL);
        assertThat(names(of(List.of(Window.DAY), one, List.of(Function.COUNT), List.of(), 65_535)))
                .hasSize(65_535)
                .doesNotHaveDuplicates();
        assertRefused(
                () -> of(List.of(Window.DAY), one, List.of(Function.COUNT), List.of(), 65_536),
                "A schema has 65536 columns, more than 65535. Take out windows, functions or copies.");
        assertRefused(
                () -> of(List.of(Window.DAY), FILTERS, List.of(), List.of(Derived.values()), Integer.MAX_VALUE),
                "A schema has 70866960351 columns, more than 65535. Take out windows, functions or copies.");
    }

    private static void assertRefused(Runnable making, String sentence) {
        assertThatThrownBy(making::run)
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(sentence);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE})
    void shouldRefuseWindowsOfAnImpossibleLength(int count) {
        assertThatThrownBy(() -> new Window(Window.Unit.HOUR, count))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("A window of " + count + " hours is impossible. Give a whole number in 1..10000.");
    }
}
