package dev.aimonflink.clients.cli.ask;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in a message of the job what to do about it on the command line. Programs that ask do something else. */
final class CommandLineWords {
    private static final String IN_A_REQUEST = "with a longer timeoutMs";
    private static final String IN_A_LINE = "with a longer --timeout";

    private static final String WRONG_VALUES = "The query has parameters=";
    private static final String VALUES = " On the command line, --value gives that of $1, and again that of $2.";

    /** The setting that a message advises for a column that scans do not have. */
    private static final Pattern COLUMNS = Pattern.compile("aim\\.matrix\\.columns, as in ([\\w.;-]*\\w)");

    private CommandLineWords() {}

    static String of(String message) {
        String inALine = message.replace(IN_A_REQUEST, IN_A_LINE);
        if (message.startsWith(WRONG_VALUES)) {
            return inALine + VALUES;
        }
        Matcher columns = COLUMNS.matcher(message);
        if (columns.find()) {
            // A shell would end the command at the semicolon.
            return inALine + " A local cluster does so by `aim cluster down --savepoint`, and then `aim cluster up --"
                    + " '--aim.matrix.columns=" + columns.group(1)
                    + "'`, with the quotes, and behind -- with the other options of the job.";
        }
        return inALine;
    }
}
