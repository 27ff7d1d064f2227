package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.Screen;
import dev.aimonflink.sql.text.StatementText;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Asks statements one after the other, and knows how and where to show their answers. */
final class Questions {
    /** What became of statements. */
    enum Outcome {
        ANSWERED,
        FAILED,
        CANCELLED
    }

    private final Statements statements;
    private final PrintStream out;
    private final Supplier<Screen> screen;

    /** Where rows are written: {@link #out}, or a file. */
    private PrintStream answers;

    private String last;
    private Look look;
    private boolean isTimed;
    private boolean isPaged = true;

    Questions(Statements statements, PrintStream out, Supplier<Screen> screen, Look look) {
        this.screen = screen;
        this.statements = statements;
        this.out = out;
        answers = out;
        this.look = look;
    }

    /** The statement asked last, or null. */
    String last() {
        return last;
    }

    Look look() {
        return look;
    }

    /** For answers from now on. */
    void show(Look next) {
        look = next;
    }

    boolean isTimed() {
        return isTimed;
    }

    void time(boolean isWanted) {
        isTimed = isWanted;
    }

    /** Whether a pager shows what does not fit the screen. */
    boolean isPaged() {
        return isPaged;
    }

    void page(boolean isWanted) {
        isPaged = isWanted;
    }

    /** As it is now, with a pager if wanted. */
    Screen screen() {
        return isPaged ? screen.get() : screen.get().withoutPager();
    }

    /** Asks what somebody typed. An error counts lines from the statement's begin, which is what a person sees. */
    Outcome askTyped(String text) {
        return askAll(text, false);
    }

    /** Asks a file's statements, up to an unterminated string, quoted name or comment. An error counts lines from the file's begin. */
    Outcome askFile(String text) {
        return askAll(text, true);
    }

    private Outcome askAll(String text, boolean isFile) {
        StatementText.Split split = StatementText.split(text);
        List<StatementText> all = split.failure() == null || isFile ? split.statements() : List.of();
        Outcome outcome = Outcome.ANSWERED;
        for (StatementText statement : all) {
            last = statement.text();
            Outcome next = isFile ? ask(statement, text) : askAgain();
            if (next == Outcome.CANCELLED) {
                return next;
            }
            outcome = next == Outcome.FAILED ? next : outcome;
        }
        if (split.failure() != null) {
            statements.refuse(text, split.failure());
            return Outcome.FAILED;
        }
        return outcome;
    }

    Outcome askAgain() {
        return ask(new StatementText(last, 0), last);
    }

    private Outcome ask(StatementText statement, String text) {
        long begin = System.nanoTime();
        boolean isAnswered;
        try {
            isAnswered =
                    answers == out ? askForScreen(statement, text) : statements.ask(statement, text, look, answers);
        } catch (InterruptedException cancelled) {
            out.println("Cancelled.");
            return Outcome.CANCELLED;
        }
        if (isTimed) {
            out.printf(Locale.ROOT, "Time: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
        }
        out.flush();
        return isAnswered ? Outcome.ANSWERED : Outcome.FAILED;
    }

    private boolean askForScreen(StatementText statement, String text) throws InterruptedException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(answer, false, StandardCharsets.UTF_8);
        boolean isAnswered = statements.ask(statement, text, look, printed);
        printed.flush();
        screen().print(answer.toString(StandardCharsets.UTF_8), out);
        return isAnswered;
    }

    /** Writes answers to a file from now on, or on the screen if its name is empty. */
    void writeAnswersTo(String file) {
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

    /** Closes the previous file, if any. */
    private void writeAnswersTo(PrintStream next) {
        if (answers != out) {
            answers.close();
        }
        answers = next;
    }
}
