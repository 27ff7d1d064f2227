package dev.aimonflink.local.chaos;

import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.calls.plain.PlainSchema;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.SchemaFile;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.plain.PlainWindow;
import dev.aimonflink.job.config.AimOptions;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;

/**
 * A schema for the job and for the plain model.
 *
 * @param yaml as a schema file has it
 */
record KeptSchema(String yaml, MatrixSchema matrix, PlainSchema plain) implements Kept {
    private static final Set<String> CALLS = Set.of("all", "local", "long-distance");

    /** The benchmark's. */
    static KeptSchema benchmark(int aggregates) {
        SchemaDefinition definition = SchemaDefinition.withAggregates(aggregates);
        return new KeptSchema(
                SchemaFile.text(definition), CallSchema.of(definition), PlainSchema.benchmark(definition.copies()));
    }

    /**
     * The benchmark's without the minima, with one more window, and with averages. Both have all columns that queries
     * scan, so answers continue across a change.
     */
    static KeptSchema other(int aggregates) {
        int copies = CallSchema.withAggregates(aggregates).copies();
        String yaml = """
                windows: [6 hours, 1 day, 1 week]
                aggregates:
                  calls: [count]
                  duration: [sum, max, avg]
                  cost: [sum, max, avg]
                copies: %d
                """.formatted(copies);
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
                copies);
        return new KeptSchema(yaml, CallSchema.of(SchemaFile.parse(yaml, "the other schema")), plain);
    }

    @Override
    public ConfigOption<String> option() {
        return AimOptions.AGGREGATES;
    }
}
