package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
import dev.aimonflink.sql.text.VisibleText;

/** Says why a statement has no answer, and points at the place in its text. */
final class SqlErrors {
    private static final int NOWHERE = -1;

    /** A terminal would wrap a longer line, and the mark below would point at something else. */
    private static final int MAX_SHOWN = 100;

    private static final int MAX_BEFORE = 60;

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
        return result.status() == QueryResult.Status.TIMEOUT ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }

    /** For a text that ends within a string, a quoted name or a comment. */
    static void explain(Environment environment, SqlException failure, String text) {
        explain(environment, failure.state().code(), failure.getMessage(), text, failure.position());
    }

    /** @param index of the wrong character; negative for none */
    private static void explain(Environment environment, String state, String message, String text, int index) {
        environment.err().println("ERROR " + state + ": " + message);
        if (index >= 0) {
            environment.err().println(place(text, index));
        }
        if (index >= 0 && text.startsWith("\\", index)) {
            environment
                    .err()
                    .println(
                            "Commands such as \\watch are for the shell, which is `aim sql` without -c and -f; -c takes"
                                    + " \\d alone.");
        }
    }

    /**
     * Two lines: the text's line with the character, and a mark below it. A long line is cut around the character.
     *
     * @param index of the character; one behind the text for its end
     */
    static String place(String text, int index) {
        int place = Math.min(index, text.length());
        int begin = text.lastIndexOf('\n', place - 1) + 1;
        int newline = text.indexOf('\n', place);
        int end = newline < 0 ? text.length() : newline;
        int from = Math.max(begin, place - MAX_BEFORE);
        int to = Math.min(end, from + MAX_SHOWN);
        String number = text.indexOf('\n') < 0
                ? ""
                : "line " + (1 + text.substring(0, begin).lines().count()) + ": ";
        String line = number + (from > begin ? "..." : "");
        String before = line + visible(text.substring(from, place));
        String shown = before + visible(text.substring(place, to)) + (to < end ? "..." : "");
        return "  " + shown.stripTrailing() + "\n  " + " ".repeat(before.length()) + "^";
    }

    /** Without what a terminal would show in another width, or take for a command. */
    private static String visible(String text) {
        return VisibleText.ofLine(text.replace('\t', ' '));
    }
}
