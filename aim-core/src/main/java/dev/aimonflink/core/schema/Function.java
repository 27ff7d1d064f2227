package dev.aimonflink.core.schema;

/**
 * What is aggregated of the calls in a window. Counts and durations are 32-bit, costs 64-bit whole cents. The order is
 * that of the runs in a record.
 */
public enum Function {
    COUNT(false, "number_of"),
    SUM_DURATION(false, "total_duration"),
    MIN_DURATION(false, "shortest_duration"),
    MAX_DURATION(false, "longest_duration"),
    SUM_COST(true, "total_cost"),
    MIN_COST(true, "cheapest_cost"),
    MAX_COST(true, "most_expensive_cost");

    /** The value of a minimum over no calls: neutral, and larger than every real one. */
    public static final int NO_INT_MIN = Integer.MAX_VALUE;

    public static final long NO_LONG_MIN = Long.MAX_VALUE;

    /** The value of a maximum over no calls: neutral, and smaller than every real one. */
    public static final int NO_INT_MAX = Integer.MIN_VALUE;

    public static final long NO_LONG_MAX = Long.MIN_VALUE;

    private final boolean cost;
    private final String stem;

    Function(boolean cost, String stem) {
        this.cost = cost;
        this.stem = stem;
    }

    /** Whether values are cents in a 64-bit long. */
    public boolean isCost() {
        return cost;
    }

    /** Whether there is no value, rather than zero, where there are no calls. */
    public boolean isExtreme() {
        return this == MIN_DURATION || this == MAX_DURATION || this == MIN_COST || this == MAX_COST;
    }

    public int emptyInt() {
        return switch (this) {
            case MIN_DURATION -> NO_INT_MIN;
            case MAX_DURATION -> NO_INT_MAX;
            default -> 0;
        };
    }

    public long emptyLong() {
        return switch (this) {
            case MIN_COST -> NO_LONG_MIN;
            case MAX_COST -> NO_LONG_MAX;
            default -> 0;
        };
    }

    String columnName(CallFilter filter, Window window) {
        String calls = this == COUNT ? "_" + filter.callsName() : filter.suffix();
        return stem + calls + "_this_" + window.label();
    }
}
