package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.Window;

/**
 * A stored aggregate function over the calls in a window. Counts and durations are 32-bit, costs 64-bit whole cents,
 * sums of squares 64-bit squared seconds or cents. The order is that of the runs in a record.
 */
public enum Function {
    COUNT(Measure.CALLS, "count", "number_of"),
    SUM_DURATION(Measure.DURATION, "sum", "total_duration"),
    MIN_DURATION(Measure.DURATION, "min", "shortest_duration"),
    MAX_DURATION(Measure.DURATION, "max", "longest_duration"),
    SUM_COST(Measure.COST, "sum", "total_cost"),
    MIN_COST(Measure.COST, "min", "cheapest_cost"),
    MAX_COST(Measure.COST, "max", "most_expensive_cost"),
    SQUARES_DURATION(Measure.DURATION, "squares", "total_squared_duration"),
    SQUARES_COST(Measure.COST, "squares", "total_squared_cost");

    /** The value of a minimum over no calls: neutral, and larger than every real one. */
    public static final int NO_INT_MIN = Integer.MAX_VALUE;

    public static final long NO_LONG_MIN = Long.MAX_VALUE;

    /** The value of a maximum over no calls: neutral, and smaller than every real one. */
    public static final int NO_INT_MAX = Integer.MIN_VALUE;

    public static final long NO_LONG_MAX = Long.MIN_VALUE;

    private final Measure measure;
    private final String label;
    private final String stem;

    Function(Measure measure, String label, String stem) {
        this.measure = measure;
        this.label = label;
        this.stem = stem;
    }

    public Measure measure() {
        return measure;
    }

    /** As in a schema file. */
    public String label() {
        return label;
    }

    /** Whether values are cents, or squares of them. */
    public boolean isCost() {
        return measure == Measure.COST;
    }

    /** Whether values are sums of squares. Schema files do not name them: they are stored for derived aggregates. */
    public boolean isSquares() {
        return this == SQUARES_DURATION || this == SQUARES_COST;
    }

    /** Whether values are 64-bit rather than 32-bit. */
    public boolean isLong() {
        return ordinal() >= SUM_COST.ordinal();
    }

    /** Whether the value over no calls is none, rather than zero. */
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
