package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.names.EntityTables;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class TurningWindowTest {
    private static TurningWindow of(String windows, String aggregates) {
        String yaml = """
                model: sales
                entity: shop
                event: sale
                key: shopId
                time: at
                fields:
                  amount: {type: money, min: 0, max: 100}
                  isOnline: boolean
                filters: {online: isOnline}
                windows: [%s]
                aggregates: {%s}
                """.formatted(windows, aggregates);
        return TurningWindow.of(new MeasuredModel("sales", "sales", ModelFile.parse(yaml, "sales"), EntityTables.NONE));
    }

    @Test
    void shouldTurnTheFirstWindowThatSlides() {
        TurningWindow window = of("1 day, last 5 events, last 7 days, last 2 hours", "events: [count], amount: [max]");
        assertThat(window.pane()).isEqualTo(Window.DAY);
        assertThat(window.panes()).isEqualTo(7);
        assertThat(window.count()).isEqualTo("count_events_last_7_days");
        assertThat(window.columns())
                .containsExactly(
                        "count_events_last_7_days",
                        "max_amount_last_7_days",
                        "count_events_of_online_last_7_days",
                        "max_amount_of_online_last_7_days");
    }

    @Test
    void shouldTurnTheFirstWindowOfTheCalendarWhereNoneSlides() {
        TurningWindow window = of("last 5 events, 1 day, 1 week", "events: [count]");
        assertThat(window.pane()).isEqualTo(Window.DAY);
        assertThat(window.panes()).isEqualTo(1);
        assertThat(window.startMs(window.firstNumber()))
                .isBetween(BenchTime.NOW_MS - BenchTime.DAY_MS + 1, BenchTime.NOW_MS);
    }

    @Test
    void shouldRefuseAModelWithoutAWindowThatTurns() {
        assertFails(InvalidInputException.class, () -> of("last 5 events", "events: [count]"))
                .hasMessage("model=sales has no window that turns. Add one such as 'last 24 hours'.");
    }

    @Test
    void shouldRefuseAModelThatDoesNotCountEvents() {
        assertFails(InvalidInputException.class, () -> of("1 day", "amount: [max]"))
                .hasMessage(
                        "model=sales does not count events, by which scans are checked. Add 'events: [count]' to its"
                                + " aggregates.");
    }
}
