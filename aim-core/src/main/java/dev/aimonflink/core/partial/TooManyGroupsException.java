package dev.aimonflink.core.partial;

/** Thrown where the groups or different values of a query are more than its limit. The message is that of the query's error. */
public final class TooManyGroupsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooManyGroupsException(int limit) {
        this("The answer has more than " + limit + " groups. Ask with a narrower filter, or for fewer values of each.");
    }

    private TooManyGroupsException(String message) {
        // A fact about data, not a defect: no stack trace.
        super(message, null, false, false);
    }

    /** The error where the values are too many that a function has to keep. */
    public static TooManyGroupsException ofValues(int limit) {
        return new TooManyGroupsException("The different values that a function of the query has to keep are more than "
                + limit + ". Ask with a narrower filter.");
    }
}
