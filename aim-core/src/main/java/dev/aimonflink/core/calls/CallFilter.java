package dev.aimonflink.core.calls;

/** Which calls an aggregate counts. The order is that of the runs in a record. */
public enum CallFilter {
    ALL("all"),
    LOCAL("local"),
    LONG_DISTANCE("long-distance");

    private final String label;

    CallFilter(String label) {
        this.label = label;
    }

    /** As in a schema file. */
    public String label() {
        return label;
    }
}
