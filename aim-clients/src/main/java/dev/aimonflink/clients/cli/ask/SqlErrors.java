package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;

/** Says why a statement has no answer, and points at the place in its text. */
final class SqlErrors {
    private static final int NOWHERE = -1;

    private SqlErrors() {}

    /** Returns the exit code. */
    static int explain(Environment environment, QueryResult result, String text, StatementText statement) {
        QueryError error = result.error();
        if (error == null) {
            return ExitCode.OK;
        }
        int position = error.inSql().position();
        int index = position == 0 ? NOWHERE : statement.position() + position - 1;
        explain(environment, error.inSql().state(), CommandLineAdvice.of(error), text, index);
        hint(environment, error);
        return result.status() == QueryResult.Status.TIMEOUT ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }

    /** Only scans need columns: a looked-up row has all. */
    private static void hint(Environment environment, QueryError error) {
        if (error.code() == QueryError.Code.COLUMN_NOT_KEPT) {
            environment
                    .err()
                    .println("A statement for one entity, with WHERE and its key, reads all columns as they are.");
        }
    }

    /** For a text that ends within a string, a quoted name or a comment. */
    static void explain(Environment environment, SqlException failure, String text) {
        explain(environment, failure.state().code(), failure.getMessage(), text, failure.position());
    }

    /** @param index of the wrong character; negative for none */
    private static void explain(Environment environment, String state, String message, String text, int index) {
        environment.err().println("ERROR " + state + ": " + message);
        if (index >= 0) {
            environment.err().println(TextPlace.shown(text, index));
        }
        if (index >= 0 && text.startsWith("\\", index)) {
            environment
                    .err()
                    .println(
                            "Commands such as \\watch are for the shell, which is `aim sql` without -c and -f; -c takes"
                                    + " \\d alone.");
        }
    }
}
