package dev.aimonflink.query.compute.aggregate;

/** Thrown if a query has more groups or different values than its limit. */
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

    public int limit() {
        return limit;
    }

    /** Whether the limit is on the different values that a function keeps, not on groups. */
    public boolean isOfValues() {
        return isOfValues;
    }

    /** The error for too many values that a function has to keep. */
    public static TooManyGroupsException ofValues(int limit) {
        return new TooManyGroupsException(limit, true);
    }
}
