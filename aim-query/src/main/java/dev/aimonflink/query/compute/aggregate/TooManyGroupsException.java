package dev.aimonflink.query.compute.aggregate;

/** Thrown where the groups or different values of a query are more than its limit. */
public final class TooManyGroupsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int limit;
    private final boolean isOfValues;

    public TooManyGroupsException(int limit) {
        this(limit, false);
    }

    private TooManyGroupsException(int limit, boolean isOfValues) {
        // A fact about data, not a defect: no stack trace.
        super("more than " + limit + (isOfValues ? " different values" : " groups"), null, false, false);
        this.limit = limit;
        this.isOfValues = isOfValues;
    }

    /** How many there may be. */
    public int limit() {
        return limit;
    }

    /** Whether the different values that a function keeps are too many, and not the groups. */
    public boolean isOfValues() {
        return isOfValues;
    }

    /** The error where the values are too many that a function has to keep. */
    public static TooManyGroupsException ofValues(int limit) {
        return new TooManyGroupsException(limit, true);
    }
}
