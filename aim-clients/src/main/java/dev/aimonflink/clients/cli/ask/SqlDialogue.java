package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.shell.Completion;
import dev.aimonflink.clients.shell.History;
import dev.aimonflink.clients.shell.JobTables;
import dev.aimonflink.clients.shell.LiveValues;
import dev.aimonflink.clients.shell.SqlShell;
import dev.aimonflink.clients.shell.Statements;
import dev.aimonflink.clients.shell.TerminalLines;
import dev.aimonflink.clients.shell.Vocabulary;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The dialogue of {@code aim sql} with a person at a terminal. */
final class SqlDialogue {
    /** A person who presses the tab key would rather type on than wait longer. */
    private static final Duration COMPLETION_TIMEOUT = Duration.ofSeconds(1);

    /** How long the job may take to name its tables; a client's first question takes longer than others. */
    private static final Duration TABLES_TIMEOUT = Duration.ofSeconds(2);

    /** How JLine sets a terminal up: by system calls, and only if these fail by child processes, which Ctrl-C would end along with the question. */
    private static final String PROVIDERS = "jni,exec";

    private final Environment environment;
    private final AskOptions ask;
    private final OutputFormat format;
    private final Look look;
    private final Function<StatementText, AskedQuery> call;

    SqlDialogue(
            Environment environment,
            AskOptions ask,
            OutputFormat format,
            Look look,
            Function<StatementText, AskedQuery> call) {
        this.environment = environment;
        this.ask = ask;
        this.format = format;
        this.look = look;
        this.call = call;
    }

    /**
     * Asks what the person types, until the end.
     *
     * @param history the file for the lines; empty for none
     */
    void run(String history) throws IOException {
        try (QueryClient client = ask.open(environment);
                Terminal terminal = TerminalBuilder.builder()
                        .system(true)
                        .providers(PROVIDERS)
                        .build()) {
            Vocabulary words = vocabulary(client);
            TerminalLines lines = new TerminalLines(terminal, new Completion(words), kept(history));
            environment.out().println("Statements end with a semicolon; \\? lists commands, Ctrl-D ends.");
            new SqlShell(lines, environment.out(), new StatementsOfDialogue(client, lines), words, look).run();
        }
    }

    static Vocabulary vocabulary(QueryClient client) {
        LiveValues live = new LiveValues(rows(client, COMPLETION_TIMEOUT));
        return new Vocabulary(() -> JobTables.asked(rows(client, TABLES_TIMEOUT), live));
    }

    /** The rows of answers; empty if there are none in time. */
    private static Function<String, List<List<Object>>> rows(QueryClient client, Duration timeout) {
        return statement ->
                client.answer(statement, timeout).map(QueryResult::rows).orElse(List.of());
    }

    /** The file of the history; null if it cannot keep lines, which does not prevent the dialogue. */
    private Path kept(String history) {
        if (history.isEmpty()) {
            return null;
        }
        try {
            Path file = Path.of(history);
            return History.create(file) ? file : null;
        } catch (IOException | InvalidPathException unwritable) {
            environment
                    .err()
                    .println("history=" + history
                            + " cannot be written, so lines are not kept for the next time. Give another file with"
                            + " --history, or none with --history=.");
            return null;
        }
    }

    private final class StatementsOfDialogue implements Statements {
        private final QueryClient client;
        private final TerminalLines lines;

        StatementsOfDialogue(QueryClient client, TerminalLines lines) {
            this.client = client;
            this.lines = lines;
        }

        @Override
        public boolean ask(StatementText statement, String text, Look wanted, PrintStream answers)
                throws InterruptedException {
            AtomicBoolean isAnswered = new AtomicBoolean();
            lines.ctrlC().interrupts(() -> {
                try {
                    isAnswered.set(show(statement, text, wanted, answers));
                } catch (ClientException failure) {
                    environment.err().println(failure.getMessage());
                }
            });
            return isAnswered.get();
        }

        @Override
        public void refuse(String text, SqlException failure) {
            SqlErrors.explain(environment, failure, text);
        }

        private boolean show(StatementText statement, String text, Look wanted, PrintStream answers)
                throws InterruptedException {
            QueryResult result = ask.ask(environment, client, call.apply(statement));
            if (SqlErrors.explain(environment, result, text, statement) != ExitCode.OK) {
                return false;
            }
            AnswerPrinter.printSql(environment.withOut(answers), new AnswerOutput(format, answers), wanted, result);
            return true;
        }
    }
}
