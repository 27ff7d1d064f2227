package dev.aimonflink.core.matrix;

import dev.aimonflink.core.partial.TooManyGroupsException;

/**
 * The reason why a query has no answer.
 *
 * @param message one sentence that says what is wrong and how to fix it
 */
public record QueryError(Code code, String message) {
    /** The order is part of the wire format: append only. */
    public enum Code {
        /** The request is no JSON, or not of the documented form. */
        MALFORMED,
        /** The request's text is over its limit. */
        TOO_LARGE,
        UNKNOWN_QUERY,
        /** A parameter is unknown, missing, of the wrong type or out of range. */
        INVALID_PARAMETER,
        /** Too many queries wait in a partition. */
        OVERLOADED,
        /** The partitions answered from different windows; ask again. */
        WINDOW_TURNED,
        TOO_MANY_GROUPS,
        RESULT_TOO_LARGE,
        /** The job restarted while it was answering; ask again. */
        RESTARTED,
        /** The job does not keep a column that the query scans. */
        COLUMN_NOT_KEPT,
        /** A defect of the job, which also logs it. */
        INTERNAL,
        /** Goes with the status TIMEOUT: the deadline passed first. */
        TIMED_OUT,
        /** The text of an SQL query is wrong, or a row makes it fail. The message ends with PostgreSQL's code for it. */
        SQL_ERROR
    }

    public static QueryError of(TooManyGroupsException tooMany) {
        return new QueryError(Code.TOO_MANY_GROUPS, tooMany.getMessage());
    }
}
