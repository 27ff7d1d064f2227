package dev.aimonflink.query.serve.pass;

/** Thrown where a query has no answer; carries its {@link QueryError}. */
public final class QueryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final QueryError error;

    public QueryFailure(QueryError error) {
        // An answer, not a defect: no stack trace.
        super(error.message(), null, false, false);
        this.error = error;
    }

    private QueryFailure(QueryError error, Throwable defect) {
        super(error.message(), defect);
        this.error = error;
    }

    /** For what no query should make happen, with the cause for a log. */
    public static QueryFailure ofDefect(Throwable defect) {
        return new QueryFailure(QueryError.ofDefect(defect, ""), defect);
    }

    public QueryError error() {
        return error;
    }
}
