package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.ModelFile;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ColumnSetTest {
    private final ColumnSet columns = new ColumnSet(
            MatrixSchema.withAggregates(42),
            List.of(
                    "number_of_calls_this_day",
                    "total_cost_this_day",
                    "total_duration_this_week",
                    "total_cost_this_week",
                    "number_of_calls_this_day"));

    @Test
    void shouldNumberEachKindFromZeroAndEachColumnOnce() {
        assertThat(columns.index("number_of_calls_this_day")).isZero();
        assertThat(columns.index("total_duration_this_week")).isEqualTo(1);
        assertThat(columns.index("total_cost_this_day")).isZero();
        assertThat(columns.index("total_cost_this_week")).isEqualTo(1);
        assertThat(columns.ints()).hasSize(2);
        assertThat(columns.longs()).hasSize(2);
    }

    @Test
    void shouldSayThatAColumnIsNotKept() {
        assertThatThrownBy(() -> columns.index("total_duration_this_day"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Column 'total_duration_this_day' is not kept for scans. Add it to the option"
                        + " aim.matrix.columns.");
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
        assertThatThrownBy(() -> columns.index("number_of_call_this_day"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("The schema has no column 'number_of_call_this_day'. Did you mean"
                        + " 'number_of_calls_this_day'?");
    }
}
