package dev.aimonflink.local.chaos;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.plain.PlainSchema;
import dev.aimonflink.core.format.model.ModelFile;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.Aggregation;
import dev.aimonflink.core.model.EventFunction;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.plain.PlainWindow;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/** A model of calls for the job and for the plain model. */
record KeptSchema(MatrixSchema matrix, PlainSchema plain) implements Kept {
    private static final Set<String> CALLS = Set.of("all", "local", "long-distance");

    /** The benchmark's. */
    static KeptSchema benchmark(int aggregates) {
        MatrixSchema matrix = CallModel.schema(aggregates);
        return new KeptSchema(matrix, PlainSchema.benchmark(matrix.copies()));
    }

    /**
     * The benchmark's without the minima, with one more window, and with averages. Both have all columns that queries
     * scan, so answers continue across a change.
     */
    static KeptSchema other(int aggregates) {
        Aggregates benchmark = CallModel.withAggregates(aggregates).aggregates();
        Set<EventFunction> functions = Set.of(EventFunction.SUM, EventFunction.MAX, EventFunction.AVG);
        Aggregates other = new Aggregates(
                benchmark.filters(),
                List.of(new Window(Window.Unit.HOUR, 6), Window.DAY, Window.WEEK),
                List.of(
                        Aggregation.ofEvents(),
                        Aggregation.of("durationSeconds", functions),
                        Aggregation.of("cost", functions)),
                benchmark.copies());
        PlainSchema plain = new PlainSchema(
                List.of(
                        new PlainWindow(6, ChronoUnit.HOURS),
                        new PlainWindow(1, ChronoUnit.DAYS),
                        new PlainWindow(1, ChronoUnit.WEEKS)),
                CALLS,
                Set.of(
                        "count calls",
                        "sum duration",
                        "max duration",
                        "avg duration",
                        "sum cost",
                        "max cost",
                        "avg cost"),
                benchmark.copies());
        return new KeptSchema(MatrixSchema.of(CallModel.of(other)), plain);
    }

    @Override
    public String yaml() {
        return ModelFile.text(matrix.model());
    }
}
