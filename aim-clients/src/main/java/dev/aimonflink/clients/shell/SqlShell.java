package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.TextFile;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.shell.Questions.Outcome;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads statements and asks each at its semicolon, until the input ends; a line that begins with a backslash is a {@link ShellCommand}. */
public final class SqlShell {
    static final String PROMPT = "aim> ";
    private static final String NOTHING_ASKED = "There is no statement to ask again. Ask one first.";
    private static final Duration USUAL_WATCH = Duration.ofSeconds(1);
    private static final Duration LONGEST_WATCH = Duration.ofDays(1);

    private final LineSource lines;
    private final PrintStream out;
    private final Questions questions;
    private final Vocabulary vocabulary;
    /** The beginning of the next text: a statement with a command behind it. */
    private String left = "";

    public SqlShell(LineSource lines, PrintStream out, Statements statements, Vocabulary vocabulary, Look look) {
        this.lines = lines;
        this.out = out;
        questions = new Questions(statements, out, lines::screen, look);
        this.vocabulary = vocabulary;
    }

    /**
     * Runs a command that asks nothing and needs no terminal: {@code \d}, or the list of commands. Returns whether it found what it shows.
     *
     * @param notes receives sentences that are not data
     * @throws InvalidInputException for another text
     */
    public static boolean runAlone(
            String text, AnswerOutput output, PrintStream notes, Supplier<Vocabulary> vocabulary) {
        String[] words = words(text);
        ShellCommand command =
                ShellCommand.of(words[0]).orElseThrow(() -> new InvalidInputException(ShellCommand.unknown(words[0])));
        switch (command) {
            case DESCRIBE -> {
                return new TableDescriptions(vocabulary.get(), output, notes).show(words[1]);
            }
            case HELP -> output.print(ShellCommand.HEADERS, ShellCommand.rows());
            default ->
                throw new InvalidInputException(
                        "command=" + words[0]
                                + " is for the shell, which is `aim sql` without -c and -f. Give \\d, \\d TABLE or a statement.");
        }
        return true;
    }

    /** Returns when the person wants no more. */
    public void run() {
        vocabulary.refresh().ifPresent(out::println);
        boolean goesOn = true;
        while (goesOn) {
            LineSource.Line line = lines.next(PROMPT, left);
            left = "";
            goesOn = line.text() == null ? line.sign() == LineSource.Sign.INTERRUPT : take(line.text());
        }
        questions.writeAnswersTo("");
    }

    /** Returns whether the dialogue goes on. */
    private boolean take(String text) {
        WrittenText written = WrittenText.of(text);
        if (!written.command().isEmpty()) {
            return command(written.statements(), words(written.command()));
        }
        ShellCommand word = ShellCommand.ofWord(text.strip()).orElse(null);
        if (word != null) {
            return execute(word, "");
        }
        questions.askTyped(text);
        return true;
    }

    /** A command and its argument. */
    private static String[] words(String line) {
        String[] words = line.strip().split("\\s+", 2);
        String argument = words.length > 1 ? words[1].replaceFirst(";\\s*$", "").strip() : "";
        return new String[] {words[0].replaceFirst(";$", ""), argument};
    }

    /** Returns whether the dialogue goes on. */
    private boolean command(String statements, String[] words) {
        ShellCommand command = ShellCommand.of(words[0]).orElse(null);
        if (command == ShellCommand.ASK) {
            askAgainUnless(statements);
        } else if (command == ShellCommand.WATCH) {
            watch(statements, words[1]);
        } else {
            left = statements.isEmpty() ? "" : statements + "\n";
            if (command != null) {
                return execute(command, words[1]);
            }
            out.println(ShellCommand.unknown(words[0]));
        }
        return true;
    }

    /** Returns whether the dialogue goes on. */
    private boolean execute(ShellCommand command, String argument) {
        switch (command) {
            case QUIT -> {
                return false;
            }
            case DESCRIBE -> new TableDescriptions(vocabulary, tables(), out).show(argument);
            case EXPANDED ->
                turn(
                        command.spelling(),
                        argument,
                        "Expanded display",
                        questions.look().isExpanded(),
                        isOn -> questions.show(questions.look().withExpanded(isOn)));
            case SETTING -> set(argument);
            case TIMING -> turn(command.spelling(), argument, "Timing", questions.isTimed(), questions::time);
            case INCLUDE -> include(argument);
            case OUTPUT -> questions.writeAnswersTo(argument);
            case HELP -> tables().print(ShellCommand.HEADERS, ShellCommand.rows());
            default -> throw new IllegalStateException(command + " asks");
        }
        return true;
    }

    private AnswerOutput tables() {
        return new AnswerOutput(OutputFormat.TABLE, out, questions.screen());
    }

    private void askAgainUnless(String statements) {
        if (!statements.isBlank()) {
            questions.askTyped(statements);
        } else if (questions.last() == null) {
            out.println(NOTHING_ASKED);
        } else {
            questions.askAgain();
        }
    }

    /** Turns something on or off, or toggles it without an argument. */
    private void turn(String command, String argument, String what, boolean isOn, Consumer<Boolean> turning) {
        if (!argument.isEmpty() && !argument.equals("on") && !argument.equals("off")) {
            out.println(Spelling.shortened(argument) + " is neither on nor off. Write " + command + ", " + command
                    + " on or " + command + " off.");
            return;
        }
        boolean isWanted = argument.isEmpty() ? !isOn : argument.equals("on");
        turning.accept(isWanted);
        out.println(what + " is " + (isWanted ? "on." : "off."));
    }

    private void set(String argument) {
        String[] words = argument.split("\\s+", 2);
        String text = words.length > 1 ? words[1] : "";
        if (words[0].equals("pager")) {
            turn("\\pset pager", text, "The pager", questions.isPaged(), questions::page);
            return;
        }
        if (!words[0].equals("null")) {
            out.println("setting=" + Spelling.shortened(words[0])
                    + " is none. Write \\pset null TEXT, \\pset pager off, or \\x.");
            return;
        }
        boolean isQuoted = text.length() > 1 && text.startsWith("'") && text.endsWith("'");
        String ofNull = isQuoted ? text.substring(1, text.length() - 1).replace("''", "'") : text;
        questions.show(questions.look().withNull(ofNull));
        out.println("A null is shown as \"" + ofNull + "\".");
    }

    private void watch(String statements, String argument) {
        if (questions.askTyped(statements) != Outcome.ANSWERED) {
            return;
        }
        if (questions.last() == null) {
            out.println(NOTHING_ASKED);
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
        boolean wasPaged = questions.isPaged();
        questions.page(false);
        while (askOnEmptyScreen(pause)) {
            if (!lines.pause(pause)) {
                // The terminal shows ^C in the line where the prompt would come.
                out.println();
                break;
            }
        }
        questions.page(wasPaged);
    }

    /** Returns whether there was an answer. What failed once would fail until somebody ends it. */
    private boolean askOnEmptyScreen(Duration pause) {
        lines.clear();
        out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + ", every " + pause.toMillis() / 1000.0 + " s");
        return questions.askAgain() == Outcome.ANSWERED;
    }

    /** Zero if the text is not a number. */
    private static double seconds(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }

    private void include(String file) {
        if (file.isEmpty()) {
            out.println("There is no file. Give one, as in \\i questions.sql.");
            return;
        }
        String text;
        try {
            text = TextFile.read(file, "SQL statements", "as in \\i questions.sql.");
        } catch (InvalidInputException unreadable) {
            out.println(unreadable.getMessage());
            return;
        }
        questions.askFile(text);
    }
}
