package dev.aimonflink.core.schema;

/** Which calls an aggregate counts. The order is that of the runs in a record. */
public enum CallFilter {
    ALL(""),
    LOCAL("local_"),
    LONG_DISTANCE("long_distance_");

    private final String prefix;

    CallFilter(String prefix) {
        this.prefix = prefix;
    }

    /** As in {@code number_of_local_calls_this_week}. */
    String callsName() {
        return prefix + "calls";
    }

    /** As in {@code total_cost_of_local_calls_this_week}; empty for all calls. */
    String suffix() {
        return this == ALL ? "" : "_of_" + callsName();
    }
}
