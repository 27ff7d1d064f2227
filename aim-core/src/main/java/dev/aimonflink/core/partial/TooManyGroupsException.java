package dev.aimonflink.core.partial;

/** Thrown where the groups of a query are more than its limit. The message is that of the query's error. */
public final class TooManyGroupsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooManyGroupsException(int limit) {
        // A fact about data, not a defect: no stack trace.
        super("The answer has more than " + limit + " groups. Ask with a narrower filter.", null, false, false);
    }
}
