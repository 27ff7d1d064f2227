package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.sql.SqlState;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds advice for the command line to a job's error, whose own advice is also for programs. */
final class CommandLineAdvice {
    /** The setting that the job advises for a column without scans. */
    private static final Pattern COLUMNS = Pattern.compile("as in '([\\w.;-]*\\w)'");

    private CommandLineAdvice() {}

    static String of(QueryError error) {
        return error.message() + adviceOn(error);
    }

    private static String adviceOn(QueryError error) {
        boolean isOfNoPlace = error.inSql().position() == QueryError.InSql.NOWHERE;
        if (isOfNoPlace && error.inSql().state().equals(SqlState.UNDEFINED_PARAMETER.code())) {
            return " On the command line, --value gives that of $1, and again that of $2.";
        }
        if (error.code() == Code.TIMED_OUT) {
            return " On the command line, --timeout gives a longer time.";
        }
        Matcher columns = COLUMNS.matcher(error.message());
        return error.code() == Code.COLUMN_NOT_KEPT && columns.find()
                ? " A local cluster does so by `aim cluster down --savepoint`, and then `aim cluster up --"
                        + " '--aim.matrix.columns=" + columns.group(1)
                        + "'`, behind -- with the other options of the job."
                : "";
    }
}
