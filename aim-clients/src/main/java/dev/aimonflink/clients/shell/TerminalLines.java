package dev.aimonflink.clients.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;

/** Lines of a person at a terminal, with a history and completion by the tab key. */
public final class TerminalLines implements LineSource {
    private final Terminal terminal;
    private final LineReader reader;

    /** @param historyOrNull a file that keeps the lines for the next time */
    public TerminalLines(Terminal terminal, Completion completion, Path historyOrNull) {
        this.terminal = terminal;
        DefaultParser parser = new DefaultParser();
        // A statement is read as it is: quotes and backslashes are SQL's own.
        parser.setEscapeChars(null);
        parser.setQuoteChars(new char[0]);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("aim")
                .parser(parser)
                .completer(completer(completion))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true);
        if (historyOrNull != null) {
            createForOwnerAlone(historyOrNull);
            builder.variable(LineReader.HISTORY_FILE, historyOrNull);
        }
        reader = builder.build();
    }

    /** The parser splits at blanks alone, so a candidate replaces all behind the last one. */
    private static Completer completer(Completion completion) {
        return (reader, line, candidates) -> {
            String before = line.line().substring(0, line.cursor());
            Completion.Candidates found = completion.of(before);
            String begun = line.word().substring(0, line.wordCursor());
            String kept = begun.endsWith(found.word())
                    ? begun.substring(0, begun.length() - found.word().length())
                    : "";
            for (String word : found.words()) {
                boolean goesOn = word.endsWith("(") || word.endsWith("'");
                candidates.add(new Candidate(kept + word, word, null, null, null, null, !goesOn));
            }
        };
    }

    /** What somebody asks is nobody else's business. */
    private static void createForOwnerAlone(Path history) {
        try {
            Files.createDirectories(history.toAbsolutePath().getParent());
            Files.createFile(
                    history, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException already) {
            // It keeps the rights that its owner has given.
        } catch (IOException unwritable) {
            throw new UncheckedIOException("history=" + history + " cannot be written.", unwritable);
        }
    }

    @Override
    public Line next(String prompt) {
        try {
            return Line.of(reader.readLine(prompt));
        } catch (UserInterruptException interrupted) {
            return Line.of(Sign.INTERRUPT);
        } catch (EndOfFileException end) {
            return Line.of(Sign.END);
        }
    }

    @Override
    public boolean pause(Duration time) {
        CountDownLatch interrupted = new CountDownLatch(1);
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> interrupted.countDown());
        try {
            return !interrupted.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ended) {
            return false;
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    /** Lets Ctrl-C interrupt the calling thread while something runs in it. */
    public void interruptibly(Statements run, String text, boolean isExpanded) throws InterruptedException {
        Thread asking = Thread.currentThread();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> asking.interrupt());
        try {
            run.ask(text, isExpanded);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            Thread.interrupted();
        }
    }
}
