package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Output;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.StatementText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    private static final Duration LONGEST_WATCH = Duration.ofDays(1);

    private final LineSource lines;
    private final PrintStream out;
    private final Statements statements;
    private final Vocabulary vocabulary;
    private final WrittenText written = new WrittenText();

    /** Where rows are written: {@link #out}, or a file. */
    private PrintStream answers;

    private String last;
    private boolean isExpanded;
    private boolean isTimed;

    public SqlShell(LineSource lines, PrintStream out, Statements statements, Vocabulary vocabulary) {
        this.lines = lines;
        this.out = out;
        answers = out;
        this.statements = statements;
        this.vocabulary = vocabulary;
    }

    /** Returns when the person wants no more. */
    public void run() {
        vocabulary.refresh().ifPresent(out::println);
        boolean goesOn = true;
        while (goesOn) {
            LineSource.Line line = lines.next(written.isEmpty() ? PROMPT : CONTINUED);
            if (line.sign() == LineSource.Sign.END) {
                goesOn = false;
            } else if (line.sign() == LineSource.Sign.INTERRUPT) {
                written.take();
            } else {
                goesOn = take(line.text());
            }
        }
        writeAnswersTo(out);
    }

    /** Returns whether the dialogue goes on. */
    private boolean take(String line) {
        String stripped = line.strip();
        if (stripped.startsWith("\\") && !written.isOpen()) {
            return command(stripped.split("\\s+", 2));
        }
        ShellCommand word = written.isEmpty() ? ShellCommand.ofWord(stripped).orElse(null) : null;
        if (word != null) {
            return execute(word, "");
        }
        if (!written.isEmpty() || !stripped.isEmpty()) {
            written.add(line);
            if (written.isComplete()) {
                askAll(written.take());
            }
        }
        return true;
    }

    /** Returns whether there was an answer to each, or an error, before Ctrl-C. */
    private boolean askAll(String text) {
        List<StatementText> all;
        try {
            all = StatementText.allOf(text);
        } catch (SqlException noWords) {
            statements.refuse(text, noWords);
            return false;
        }
        for (StatementText statement : all) {
            last = statement.text();
            if (!ask(last)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether there was an answer, or an error, before Ctrl-C. */
    private boolean ask(String statement) {
        long begin = System.nanoTime();
        try {
            statements.ask(statement, isExpanded, answers);
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
        return execute(command, argument);
    }

    /** Returns whether the dialogue goes on. */
    private boolean execute(ShellCommand command, String argument) {
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
            case OUTPUT -> redirect(argument);
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
        vocabulary.refresh().ifPresent(out::println);
        if (table.isEmpty()) {
            print(
                    ShownTable.HEADERS,
                    vocabulary.shownTables().stream().map(ShownTable::row).toList());
            return;
        }
        vocabulary
                .table(table)
                .ifPresentOrElse(
                        this::describe,
                        () -> out.println("There is no table " + Spelling.shortened(table) + ". "
                                + Spelling.closest(table.toLowerCase(Locale.ROOT), vocabulary.tables())
                                        .map(name -> "Did you mean '" + name + "'?")
                                        .orElse("\\d lists all.")));
    }

    private void describe(ShownTable table) {
        print(ShownColumn.HEADERS, table.rows());
        if (table.hasColumnsThatAreNotKept()) {
            out.println("Columns that are not kept can be asked of one entity by its key. The option aim.matrix.columns"
                    + " of the job keeps more.");
        }
    }

    private void watch(String argument) {
        if (!askAll(written.take())) {
            return;
        }
        if (last == null) {
            out.println("There is no statement to ask again. Ask one first.");
            return;
        }
        Duration pause = USUAL_WATCH;
        if (!argument.isEmpty()) {
            double seconds = seconds(argument);
            if (seconds > LONGEST_WATCH.toSeconds()) {
                out.println("seconds=" + argument + " is more than a day. Give seconds, as in \\watch 1.");
                return;
            }
            pause = Duration.ofMillis((long) (1000 * seconds));
            if (pause.isZero() || pause.isNegative()) {
                out.println("seconds=" + argument + " is no time. Give seconds, as in \\watch 1.");
                return;
            }
        }
        while (askOnEmptyScreen(pause)) {
            if (!lines.pause(pause)) {
                // The terminal shows ^C in the line where the prompt would come.
                out.println();
                return;
            }
        }
    }

    private boolean askOnEmptyScreen(Duration pause) {
        lines.clear();
        out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + ", every " + pause.toMillis() / 1000.0 + " s");
        return ask(last);
    }

    /** Zero if the text is no number. */
    private static double seconds(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }

    private void redirect(String file) {
        if (file.isEmpty()) {
            writeAnswersTo(out);
            return;
        }
        try {
            writeAnswersTo(new PrintStream(
                    new BufferedOutputStream(Files.newOutputStream(Path.of(file))), false, StandardCharsets.UTF_8));
        } catch (IOException | InvalidPathException unwritable) {
            out.println(
                    "file=" + file + " cannot be written. Give a file in a folder of yours, as in \\o answers.txt.");
        }
    }

    /** Closes the file to which answers were written before, if there is one. */
    private void writeAnswersTo(PrintStream next) {
        if (answers != out) {
            answers.close();
        }
        answers = next;
    }

    private void include(String file) {
        try {
            askAll(Files.readString(Path.of(file)));
        } catch (IOException | InvalidPathException unreadable) {
            out.println("file=" + file + " cannot be read. Give a file of SQL statements, as in \\i questions.sql.");
        }
    }
}
