package dev.aimonflink.core.calls.schema;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Function;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.EventFilter;
import java.util.stream.Stream;

/** The columns that schema files describe. */
public final class CallSchema {
    private CallSchema() {}

    public static MatrixSchema of(SchemaDefinition definition) {
        return MatrixSchema.of(CallModel.of(definition));
    }

    /** The benchmark's schema with a number of aggregates that is a multiple of 42. */
    public static MatrixSchema withAggregates(int count) {
        return of(SchemaDefinition.withAggregates(count));
    }

    /** The calls that a column of such a schema counts. */
    public static CallFilter filterOf(MatrixSchema schema, StoredColumn column) {
        EventFilter wanted = schema.model().aggregates().filters().get(column.filter());
        return Stream.of(CallFilter.values())
                .filter(each -> CallModel.filter(each).equals(wanted))
                .findFirst()
                .orElseThrow();
    }

    /** What a column of such a schema keeps. */
    public static Function functionOf(StoredColumn column) {
        return Stream.of(Function.values())
                .filter(each -> each.measure() == CallModel.measure(column.field())
                        && each.label().equals(column.function().label()))
                .findFirst()
                .orElseThrow();
    }
}
