package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Look;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
import java.io.PrintStream;

/** Asks statements and shows their answers, or why there is none. */
public interface Statements {
    /** @param answers where rows, but not messages, are written */
    boolean ask(StatementText statement, String text, Look look, PrintStream answers) throws InterruptedException;

    /** Says what has no end in a text: a string, a quoted name or a comment. */
    void refuse(String text, SqlException failure);
}
