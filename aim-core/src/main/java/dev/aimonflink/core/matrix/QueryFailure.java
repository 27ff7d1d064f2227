package dev.aimonflink.core.matrix;

/** Thrown where a query has no answer. Carries its {@link QueryError}. */
public final class QueryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final QueryError error;

    public QueryFailure(QueryError error) {
        // An answer, not a defect: no stack trace.
        super(error.message(), null, false, false);
        this.error = error;
    }

    public QueryError error() {
        return error;
    }
}
