package dev.aimonflink.core.schema;

/** Which calls an aggregate counts. The order is that of the runs in a record. */
public enum CallFilter {
    ALL("all", ""),
    LOCAL("local", "local_"),
    LONG_DISTANCE("long-distance", "long_distance_");

    private final String label;
    private final String prefix;

    CallFilter(String label, String prefix) {
        this.label = label;
        this.prefix = prefix;
    }

    /** As in a schema file. */
    public String label() {
        return label;
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
