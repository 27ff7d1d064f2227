package dev.aimonflink.core.calls;

import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.EventFilter;
import java.util.Locale;
import java.util.stream.Stream;

/** Which calls an aggregate counts, in the order of the benchmark's models. */
public enum CallFilter {
    ALL(""),
    LOCAL("not longDistance"),
    LONG_DISTANCE("longDistance");

    private final String condition;

    CallFilter(String condition) {
        this.condition = condition;
    }

    /** As models have it. */
    public EventFilter filter() {
        return this == ALL ? EventFilter.ALL : new EventFilter(name().toLowerCase(Locale.ROOT), condition);
    }

    /** That of a column. */
    public static CallFilter of(MatrixSchema schema, StoredColumn column) {
        EventFilter wanted = schema.model().aggregates().filters().get(column.filter());
        return Stream.of(values())
                .filter(each -> each.filter().equals(wanted))
                .findFirst()
                .orElseThrow();
    }
}
