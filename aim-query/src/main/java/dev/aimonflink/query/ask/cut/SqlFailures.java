package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.concurrent.TimeUnit;

/** Converts errors of a text, or of its evaluation, to errors of a query. */
public final class SqlFailures {
    private SqlFailures() {}

    public static QueryFailure of(SqlException failure) {
        return new QueryFailure(new QueryError(
                QueryError.Code.SQL_ERROR,
                failure.getMessage(),
                new QueryError.InSql(failure.state().code(), failure.position() + 1)));
    }

    private static QueryFailure of(SqlState state, String message) {
        return new QueryFailure(QueryError.ofSql(state, message));
    }

    static QueryFailure tooLong(AnswerLimits limits) {
        return of(
                SqlState.CANCELLED,
                "The statement needs more than " + TimeUnit.NANOSECONDS.toMillis(limits.cpuNanos())
                        + " ms of one partition's core. Other queries wait for it, so it was ended. Ask for less, or raise"
                        + " aim.sql.max-scan-time.");
    }

    /** The same error wherever groups or values are counted, in a partition or in the merger. */
    public static QueryError tooMany(TooManyGroupsException tooMany) {
        return tooMany.isOfValues()
                ? QueryError.ofSql(
                        SqlState.LIMIT_EXCEEDED,
                        "Functions with DISTINCT and percentiles keep more than " + tooMany.limit()
                                + " different values. There is no approximate function: filter rows with WHERE, round"
                                + " the values, or raise the limit: " + AnswerLimits.OPTIONS.groups() + ".")
                : of(AnswerLimits.OPTIONS.tooManyGroups(tooMany.limit())).error();
    }

    public static QueryFailure mergedTooLong(AnswerLimits limits) {
        return of(
                SqlState.CANCELLED,
                "The statement needs more than " + TimeUnit.NANOSECONDS.toMillis(limits.mergeCpuNanos())
                        + " ms of a core besides its scan, to join, group and sort rows. Other statements wait for it, so it was"
                        + " ended. Join and sort fewer rows, or raise aim.sql.max-merge-time.");
    }

    public static QueryFailure tooManyRows(AnswerLimits limits) {
        return of(
                SqlState.LIMIT_EXCEEDED,
                "The statement needs more than " + limits.movedRows()
                        + " rows of the matrix in one place. Filter them, aggregate them before they are joined,"
                        + " combined or compared with the value of a query, or raise the limit: "
                        + AnswerLimits.OPTIONS.rowsKept() + ".");
    }
}
