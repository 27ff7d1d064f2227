package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.SqlException;
import java.io.PrintStream;

/** Asks statements and shows their answers, or why there is none. */
public interface Statements {
    /**
     * @param isExpanded whether each row is shown as lines of a name and a value
     * @param answers where rows are written; messages are not
     */
    void ask(String text, boolean isExpanded, PrintStream answers) throws InterruptedException;

    /** Says what is wrong with a text that cannot be split into statements. */
    void refuse(String text, SqlException failure);
}
