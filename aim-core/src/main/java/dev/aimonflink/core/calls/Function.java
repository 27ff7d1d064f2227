package dev.aimonflink.core.calls;

/** A stored aggregate function over the calls in a window, in the order of the cells of a record. */
public enum Function {
    COUNT(Measure.CALLS, "count"),
    SUM_DURATION(Measure.DURATION, "sum"),
    MIN_DURATION(Measure.DURATION, "min"),
    MAX_DURATION(Measure.DURATION, "max"),
    SUM_COST(Measure.COST, "sum"),
    MIN_COST(Measure.COST, "min"),
    MAX_COST(Measure.COST, "max"),
    SQUARES_DURATION(Measure.DURATION, "squares"),
    SQUARES_COST(Measure.COST, "squares");

    private final Measure measure;
    private final String label;

    Function(Measure measure, String label) {
        this.measure = measure;
        this.label = label;
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

    /** Whether the value over no calls is none, rather than zero. */
    public boolean isExtreme() {
        return this == MIN_DURATION || this == MAX_DURATION || this == MIN_COST || this == MAX_COST;
    }

    /** Whether values are sums of squares. Schema files do not name them: they are stored for derived aggregates. */
    public boolean isSquares() {
        return this == SQUARES_DURATION || this == SQUARES_COST;
    }
}
