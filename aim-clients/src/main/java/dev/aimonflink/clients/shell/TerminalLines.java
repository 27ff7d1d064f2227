package dev.aimonflink.clients.shell;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp;

/** Lines of a person at a terminal, with a history and completion by the tab key. */
public final class TerminalLines implements LineSource {
    private final Terminal terminal;
    private final LineReader reader;

    /** What Ctrl-C can end. */
    @FunctionalInterface
    public interface Interruptible {
        void run() throws InterruptedException;
    }

    /** @param historyOrNull a file that keeps the lines for the next time */
    public TerminalLines(Terminal terminal, Completion completion, Path historyOrNull) {
        this.terminal = terminal;
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("aim")
                .parser(CompletedLine.parser(completion))
                .completer(TerminalLines::complete)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true);
        if (historyOrNull != null) {
            builder.variable(LineReader.HISTORY_FILE, historyOrNull);
        }
        reader = builder.build();
    }

    private static void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        if (line instanceof CompletedLine completed) {
            for (String word : completed.candidates().words()) {
                boolean hasBlankBehind =
                        line.cursor() == line.line().length() && !word.endsWith("(") && !word.endsWith("'");
                candidates.add(new Candidate(word, word, null, null, null, null, hasBlankBehind));
            }
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

    @Override
    public void clear() {
        if (terminal.puts(InfoCmp.Capability.clear_screen)) {
            terminal.flush();
        }
    }

    /** Lets Ctrl-C interrupt the calling thread while something runs in it. */
    public void interruptibly(Interruptible question) throws InterruptedException {
        Thread asking = Thread.currentThread();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> asking.interrupt());
        try {
            question.run();
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            Thread.interrupted();
        }
    }
}
