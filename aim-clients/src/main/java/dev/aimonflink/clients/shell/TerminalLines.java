package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.MaskingCallback;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp;

/** Texts of a person at a terminal, with editing, a history and completion by the tab key. */
public final class TerminalLines implements LineSource {
    private static final String CONTINUED = "   > ";

    private final Terminal terminal;
    private final LineReader reader;
    private final CtrlC ctrlC = new CtrlC();

    /** @param historyOrNull a file that keeps the lines for the next time */
    public TerminalLines(Terminal terminal, Completion completion, Path historyOrNull) {
        this.terminal = terminal;
        // While the terminal is open, because a press between two questions would end the process. While a line is
        // read, the reader has its own handler.
        terminal.handle(Terminal.Signal.INT, signal -> ctrlC.press());
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("aim")
                .parser(CompletedLine.parser(completion))
                .completer(TerminalLines::complete)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, false)
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
    public Line next(String prompt, String begun) {
        ctrlC.forget();
        try {
            return Line.of(reader.readLine(prompt, null, (MaskingCallback) null, begun));
        } catch (UserInterruptException interrupted) {
            return Line.of(Sign.INTERRUPT);
        } catch (EndOfFileException end) {
            return Line.of(Sign.END);
        } finally {
            // The reader interrupts this thread when Ctrl-C is pressed, even if Ctrl-D has ended the line meanwhile.
            Thread.interrupted();
        }
    }

    @Override
    public boolean pause(Duration time) {
        return ctrlC.pause(time);
    }

    @Override
    public Screen screen() {
        return Screen.of(terminal.getWidth(), terminal.getHeight());
    }

    @Override
    public void clear() {
        if (terminal.puts(InfoCmp.Capability.clear_screen)) {
            terminal.flush();
        }
    }

    public CtrlC ctrlC() {
        return ctrlC;
    }
}
