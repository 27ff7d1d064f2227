package dev.aimonflink.query.serve.pass;

import dev.aimonflink.sql.SqlState;
import java.util.Objects;

/**
 * The reason why a query has no answer.
 *
 * @param message one sentence that says what is wrong and how to fix it
 * @param inSql what PostgreSQL's clients know of it
 */
public record QueryError(Code code, String message, InSql inSql) {
    public QueryError {
        Objects.requireNonNull(inSql, "inSql");
    }

    /** An error with the state of its code, of no place in a text. */
    public QueryError(Code code, String message) {
        this(code, message, code.inSql());
    }

    /** The same error, which begins at a character of the text; 0 for none. */
    public QueryError at(int position) {
        return new QueryError(code, message, new InSql(inSql.state, position));
    }

    /**
     * What PostgreSQL's clients know of an error.
     *
     * @param state PostgreSQL's code, of five characters
     * @param position the character of the text at which the error begins, from 1 on; 0 if it is not of one place
     */
    public record InSql(String state, int position) {
        /** The position of an error that is not of one place. */
        public static final int NOWHERE = 0;

        /** An error that is not of one place. */
        public InSql(SqlState state) {
            this(state.code(), NOWHERE);
        }
    }

    public static final QueryError CANCELLED =
            new QueryError(Code.CANCELLED, "The request was cancelled by its client.");

    public static final QueryError RESTARTED =
            new QueryError(Code.RESTARTED, "The job restarted while it was answering. Ask again.");

    static final QueryError TOO_MUCH_CHANGES = new QueryError(
            Code.OVERLOADED,
            "More rows changed during the pass of the query than the partition has memory for. Ask again later, or fewer"
                    + " queries at a time; or scan in the mode s1, keep fewer columns (aim.matrix.columns), or give the"
                    + " TaskManager more heap.",
            new InSql(SqlState.OUT_OF_MEMORY));

    /** The order is part of the wire format: append only. Each code has PostgreSQL's code for it. */
    public enum Code {
        /** The request is no JSON, or not of the documented form. One that is not in UTF-8 has a state of its own. */
        MALFORMED(SqlState.SYNTAX_ERROR),
        /** The request's text is over its limit. */
        TOO_LARGE(SqlState.LIMIT_EXCEEDED),
        UNKNOWN_QUERY(SqlState.UNDEFINED_STATEMENT),
        /** A parameter is unknown, missing, of the wrong type or out of range. */
        INVALID_PARAMETER(SqlState.INVALID_ARGUMENT),
        /** Too many queries wait in a partition, or too many rows for one of them. */
        OVERLOADED(SqlState.TOO_MANY_CONNECTIONS),
        /** The partitions answered from different windows; ask again. */
        WINDOW_TURNED(SqlState.SERIALIZATION_FAILURE),
        RESULT_TOO_LARGE(SqlState.LIMIT_EXCEEDED),
        /** The job restarted while it was answering; ask again. */
        RESTARTED(SqlState.SERIALIZATION_FAILURE),
        /** The job does not keep a column that the query scans. */
        COLUMN_NOT_KEPT(SqlState.NOT_SUPPORTED),
        /** A defect of the job, which also logs it. */
        INTERNAL(SqlState.INTERNAL_ERROR),
        /** Goes with the status TIMEOUT: the deadline passed first. */
        TIMED_OUT(SqlState.CANCELLED),
        /** The text of an SQL query is wrong, a row makes it fail, or it is over a limit. Each such error has its own state. */
        SQL_ERROR(null),
        /** Its client cancelled the request. */
        CANCELLED(SqlState.CANCELLED),
        /** The request to cancel is not on its way. Whether another client has one of that name is not said. */
        NOT_IN_FLIGHT(SqlState.UNDEFINED_OBJECT);

        private final SqlState state;

        Code(SqlState stateOrNull) {
            state = stateOrNull;
        }

        /** What PostgreSQL's clients know of an error of the code alone; null if each has its own state. */
        public InSql inSql() {
            return state == null ? null : new InSql(state);
        }
    }

    /** An error of a statement that is not of one place. */
    public static QueryError ofSql(SqlState state, String message) {
        return new QueryError(Code.SQL_ERROR, message, new InSql(state));
    }

    /** @param consequence a sentence after a space, or nothing */
    public static QueryError ofDefect(Throwable defect, String consequence) {
        return new QueryError(Code.INTERNAL, "The query failed by a defect of ours: " + defect + consequence);
    }

    /** Whether the query may well be answered a moment later. */
    public boolean isOfTheMoment() {
        return code == Code.WINDOW_TURNED || code == Code.OVERLOADED;
    }
}
