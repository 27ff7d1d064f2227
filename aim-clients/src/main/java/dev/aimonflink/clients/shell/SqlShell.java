package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Output;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reads statements line by line and asks each at its semicolon, until the input ends. A line that begins with a backslash is a
 * {@link ShellCommand}.
 */
public final class SqlShell {
    static final String PROMPT = "aim> ";
    static final String CONTINUED = "   > ";
    private static final Duration USUAL_WATCH = Duration.ofSeconds(1);

    private final LineSource lines;
    private final PrintStream out;
    private final Statements statements;
    private final Vocabulary vocabulary;
    private String written = "";
    private String last;
    private boolean isExpanded;
    private boolean isTimed;

    public SqlShell(LineSource lines, PrintStream out, Statements statements, Vocabulary vocabulary) {
        this.lines = lines;
        this.out = out;
        this.statements = statements;
        this.vocabulary = vocabulary;
    }

    /** Returns when the person wants no more. */
    public void run() {
        boolean goesOn = true;
        while (goesOn) {
            LineSource.Line line = lines.next(written.isEmpty() ? PROMPT : CONTINUED);
            if (line.sign() == LineSource.Sign.END) {
                return;
            } else if (line.sign() == LineSource.Sign.INTERRUPT) {
                written = "";
            } else if (written.isEmpty() && line.text().strip().startsWith("\\")) {
                goesOn = command(line.text().strip().split("\\s+", 2));
            } else if (!written.isEmpty() || !line.text().isBlank()) {
                take(line.text());
            }
        }
    }

    private void take(String line) {
        written = written.isEmpty() ? line : written + "\n" + line;
        if (isComplete(written)) {
            String complete = written;
            written = "";
            askAll(complete);
        }
    }

    /** Whether the last word is a semicolon. One in a string that has no end is none. */
    static boolean isComplete(String text) {
        if (!text.stripTrailing().endsWith(";")) {
            return false;
        }
        try {
            return StatementText.allOf(text + " end").stream()
                    .anyMatch(statement -> statement.text().equals("end"));
        } catch (SqlException noWords) {
            return !noWords.getMessage().contains("no end");
        }
    }

    private void askAll(String text) {
        try {
            for (StatementText statement : StatementText.allOf(text)) {
                last = statement.text();
                ask(last);
            }
        } catch (SqlException noWords) {
            // As the job would say it, with the place.
            ask(text);
        }
    }

    /** Returns whether there was an answer, or an error, before Ctrl-C. */
    private boolean ask(String statement) {
        long begin = System.nanoTime();
        try {
            statements.ask(statement, isExpanded);
        } catch (InterruptedException cancelled) {
            out.println("Cancelled.");
            return false;
        }
        if (isTimed) {
            out.printf(Locale.ROOT, "Time: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
        }
        out.flush();
        return true;
    }

    /** Returns whether the dialogue goes on. */
    private boolean command(String[] words) {
        String argument = words.length > 1 ? words[1].replaceFirst(";\\s*$", "").strip() : "";
        ShellCommand command = ShellCommand.of(words[0].replaceFirst(";$", "")).orElse(null);
        if (command == null) {
            out.println(ShellCommand.unknown(words[0]));
            return true;
        }
        switch (command) {
            case QUIT -> {
                return false;
            }
            case DESCRIBE -> describe(argument);
            case EXPANDED -> {
                isExpanded = !isExpanded;
                out.println("Expanded display is " + (isExpanded ? "on." : "off."));
            }
            case TIMING -> {
                isTimed = !isTimed;
                out.println("Timing is " + (isTimed ? "on." : "off."));
            }
            case WATCH -> watch(argument);
            case INCLUDE -> include(argument);
            case HELP ->
                print(
                        List.of("command", "what it does"),
                        Arrays.stream(ShellCommand.values())
                                .map(ShellCommand::row)
                                .toList());
        }
        return true;
    }

    private void print(List<String> columns, List<List<Object>> rows) {
        new Output(OutputFormat.TABLE, out).print(columns, rows);
    }

    private void describe(String table) {
        if (table.isEmpty()) {
            print(
                    List.of("table", "columns"),
                    vocabulary.tables().stream()
                            .map(name -> List.<Object>of(
                                    name,
                                    vocabulary
                                            .table(name)
                                            .orElseThrow()
                                            .columns()
                                            .size()))
                            .toList());
            return;
        }
        vocabulary
                .table(table)
                .ifPresentOrElse(
                        found -> print(List.of("column", "type", "other names"), vocabulary.described(found)),
                        () -> out.println("There is no table " + table + ". \\d lists all."));
    }

    private void watch(String argument) {
        if (last == null) {
            out.println("There is no statement to ask again. Ask one first.");
            return;
        }
        Duration pause = USUAL_WATCH;
        if (!argument.isEmpty()) {
            try {
                pause = Duration.ofMillis((long) (1000 * Double.parseDouble(argument)));
            } catch (NumberFormatException noNumber) {
                pause = Duration.ZERO;
            }
            if (pause.isZero() || pause.isNegative()) {
                out.println("seconds=" + argument + " is no time. Give seconds, as in \\watch 1.");
                return;
            }
        }
        do {
            out.println(Instant.now() + ", every " + pause.toMillis() / 1000.0 + " s");
        } while (ask(last) && lines.pause(pause));
    }

    private void include(String file) {
        try {
            askAll(Files.readString(Path.of(file)));
        } catch (IOException unreadable) {
            out.println("file=" + file + " cannot be read. Give a file of SQL statements, as in \\i questions.sql.");
        }
    }
}
