package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ColumnSetTest {
    private final ColumnSet columns = new ColumnSet(
            CallModel.schema(42),
            List.of(
                    "number_of_calls_this_day",
                    "total_cost_this_day",
                    "total_duration_this_week",
                    "total_cost_this_week",
                    "number_of_calls_this_day"));

    @Test
    void shouldNumberEachKindFromZeroAndEachColumnOnce() {
        assertThat(index("number_of_calls_this_day")).isZero();
        assertThat(index("total_duration_this_week")).isEqualTo(1);
        assertThat(index("total_cost_this_day")).isZero();
        assertThat(index("total_cost_this_week")).isEqualTo(1);
        assertThat(columns.ints()).hasSize(2);
        assertThat(columns.longs()).hasSize(2);
    }

    private int index(String column) {
        return columns.handle(column).<Integer>map(IntHandle::index, LongHandle::index, DoubleHandle::index);
    }

    private static ColumnSet ofEveryKind(String... names) {
        Model model = ModelFile.parse("""
                {model: m, entity: card, event: payment, key: cardId, time: at, windows: [1 day],
                 fields: {items: int, amount: money, rate: double},
                 aggregates: {events: [count], items: [sum, min], amount: [sum, stdev], rate: [sum, max]},
                 aliases: {spent: sum_amount_this_day}}""", "m");
        return new ColumnSet(MatrixSchema.of(model), List.of(names));
    }

    @ParameterizedTest
    @CsvSource({
        "count_events_this_day, int",
        "min_items_this_day, int",
        "sum_items_this_day, long",
        "sum_amount_this_day, long",
        "squares_amount_this_day, long",
        "sum_rate_this_day, double",
        "max_rate_this_day, double"
    })
    void shouldGiveAHandleOfTheKindOfItsCells(String name, String kind) {
        ColumnSet columns = ofEveryKind(name);
        ColumnHandle handle = columns.handle(name);
        assertThat(handle.column()).isEqualTo(columns.schema().column(name));
        assertThat(handle.<String>map(ints -> "int", longs -> "long", doubles -> "double"))
                .isEqualTo(kind);
        assertThat(handle.<ColumnHandle>map(ints -> ints, longs -> longs, doubles -> doubles))
                .isSameAs(handle);
    }

    @Test
    void shouldKeepOneColumnForANameAndItsAlias() {
        ColumnSet byName = ofEveryKind("sum_amount_this_day");
        assertThat(byName.contains("spent")).isTrue();
        assertThat(byName.handle("spent")).isSameAs(byName.handle("sum_amount_this_day"));
        ColumnSet byBoth = ofEveryKind("spent", "sum_amount_this_day");
        assertThat(byBoth.size()).isEqualTo(1);
        assertThat(byBoth.handle("sum_amount_this_day")).isSameAs(byBoth.handle("spent"));
        assertThat(byBoth.contains("sum_items_this_day")).isFalse();
        assertThat(byBoth.contains("sum_item_this_day")).isFalse();
    }

    @Test
    void shouldSayThatAColumnIsNotKept() {
        assertFails(IllegalStateException.class, () -> columns.handle("total_duration_this_day"))
                .hasMessage("Column 'total_duration_this_day' is not kept.");
        assertThat(ColumnSet.unkept(List.of("a", "b"))).isEqualTo("Columns 'a', 'b' are not kept");
        assertThat(ColumnSet.unkept(Collections.nCopies(ColumnSet.MAX_NAMED + 1, "a")))
                .endsWith(", 'a' and others are not kept");
    }

    @Test
    void shouldHaveMoreOrFewerColumns() {
        ColumnSet one = new ColumnSet(columns.schema(), List.of("total_duration_this_day"));
        ColumnSet two = one.with(List.of("total_cost_this_week", "total_duration_this_day"));
        assertThat(two.names()).containsExactlyInAnyOrder("total_duration_this_day", "total_cost_this_week");
        assertThat(two.without(List.of("total_duration_this_day", "total_cost_this_day"))
                        .names())
                .containsExactly("total_cost_this_week");
    }

    @Test
    void shouldHaveTwoCellsForAColumnOfASlidingWindow() {
        Model model = ModelFile.parse("""
                {model: m, entity: card, event: payment, key: cardId, time: at, windows: [1 day, last 24 hours],
                 aggregates: {events: [count]}}""", "m");
        MatrixSchema schema = MatrixSchema.of(model);
        assertThat(new ColumnSet(schema, List.of("count_events_this_day")).cells())
                .isEqualTo(1);
        ColumnSet both = new ColumnSet(schema, List.of("count_events_this_day", "count_events_last_24_hours"));
        assertThat(both.size()).isEqualTo(2);
        assertThat(both.cells()).isEqualTo(3);
    }

    @Test
    void shouldSayThatThereIsNoSuchColumn() {
        assertFails(InvalidInputException.class, () -> columns.handle("number_of_call_this_day"))
                .hasMessage("The schema has no column 'number_of_call_this_day'. Did you mean"
                        + " 'number_of_calls_this_day'?");
    }
}
