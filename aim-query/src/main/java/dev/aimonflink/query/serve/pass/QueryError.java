package dev.aimonflink.query.serve.pass;

import dev.aimonflink.sql.SqlState;
import java.util.Objects;

/**
 * The reason why a query has no answer.
 *
 * @param message one sentence that says what is wrong and how to fix it
 * @param inSql the error as a client of PostgreSQL receives it
 */
public record QueryError(Code code, String message, InSql inSql) {
    public QueryError {
        Objects.requireNonNull(inSql, "inSql");
    }

    /** With the state of its code, and no position. */
    public QueryError(Code code, String message) {
        this(code, message, code.inSql());
    }

    /** The same error at a character of the text; 0 for none. */
    public QueryError at(int position) {
        return new QueryError(code, message, new InSql(inSql.state, position));
    }

    /**
     * The error as a client of PostgreSQL receives it.
     *
     * @param state PostgreSQL's code of five characters
     * @param position character of the text where the error begins, from 1 on; 0 for none
     */
    public record InSql(String state, int position) {
        /** The position of an error that has none. */
        public static final int NOWHERE = 0;

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

    /** The order is part of the wire format: append only. Each code maps to one of PostgreSQL's. */
    public enum Code {
        /** The request is not JSON of the documented form. One that is not UTF-8 has a state of its own. */
        MALFORMED(SqlState.SYNTAX_ERROR),
        /** The request's text is too long. */
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
        /** The deadline passed, with the status TIMEOUT. */
        TIMED_OUT(SqlState.CANCELLED),
        /** An SQL text is wrong, fails on a row, or exceeds a limit; each such error has its own state. */
        SQL_ERROR(null),
        CANCELLED(SqlState.CANCELLED),
        /** The request to cancel is not in flight; this does not reveal whether another client has one of that name. */
        NOT_IN_FLIGHT(SqlState.UNDEFINED_OBJECT);

        private final SqlState state;

        Code(SqlState stateOrNull) {
            state = stateOrNull;
        }

        /** The error as a client of PostgreSQL receives it; null if each error of this code has a state of its own. */
        public InSql inSql() {
            return state == null ? null : new InSql(state);
        }
    }

    public static QueryError ofSql(SqlState state, String message) {
        return new QueryError(Code.SQL_ERROR, message, new InSql(state));
    }

    /** @param consequence a sentence after a space, or empty */
    public static QueryError ofDefect(Throwable defect, String consequence) {
        return new QueryError(Code.INTERNAL, "The query failed by a defect of ours: " + defect + consequence);
    }

    /** Whether the query may be answered a moment later. */
    public boolean isOfTheMoment() {
        return code == Code.WINDOW_TURNED || code == Code.OVERLOADED;
    }
}
