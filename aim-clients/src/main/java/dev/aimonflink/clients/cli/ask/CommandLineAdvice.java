package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.sql.SqlState;

/** Adds advice for the command line to a job's error, whose own advice is also for programs. */
final class CommandLineAdvice {
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
        return "";
    }
}
