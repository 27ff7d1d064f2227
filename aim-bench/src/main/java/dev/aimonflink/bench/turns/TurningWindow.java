package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The window of a model that turns: the first sliding one, or else the first of the calendar.
 *
 * @param pane what turns; the window itself if it does not slide
 * @param count the column with the number of all events
 */
record TurningWindow(Window pane, int panes, List<String> columns, String count) {
    static TurningWindow of(MeasuredModel measured) {
        MatrixSchema schema = MatrixSchema.of(measured.model());
        WindowPolicy window = Stream.of(SlidingWindow.class, Window.class)
                .flatMap(kind -> schema.windows().stream().filter(kind::isInstance))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "model=" + measured.name() + " has no window that turns. Add one such as 'last 24 hours'."));
        List<StoredColumn> columns = schema.columns().stream()
                .filter(column -> column.window() == schema.indexOf(window))
                .toList();
        String count = columns.stream()
                .filter(column -> column.function() == EventFunction.COUNT)
                .filter(column -> column.field() < 0)
                .filter(column -> schema.model()
                        .aggregates()
                        .filters()
                        .get(column.filter())
                        .isAll())
                .map(StoredColumn::name)
                .findFirst()
                .orElseThrow(
                        () -> new InvalidInputException(
                                "model=" + measured.name()
                                        + " does not count events, by which scans are checked. Add 'events: [count]' to its aggregates."));
        List<String> names = columns.stream().map(StoredColumn::name).toList();
        return window instanceof SlidingWindow sliding
                ? new TurningWindow(sliding.pane(), sliding.panes(), names, count)
                : new TurningWindow((Window) window, 1, names, count);
    }

    /** The number of the present pane. */
    int firstNumber() {
        return pane.numberOf(
                Instant.ofEpochMilli(BenchTime.NOW_MS).atZone(BenchTime.ZONE).toLocalDateTime());
    }

    long startMs(int number) {
        return pane.startMs(number, BenchTime.ZONE);
    }
}
