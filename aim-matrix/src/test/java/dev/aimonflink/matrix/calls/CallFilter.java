package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.model.EventFilter;
import java.util.Locale;

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
}
