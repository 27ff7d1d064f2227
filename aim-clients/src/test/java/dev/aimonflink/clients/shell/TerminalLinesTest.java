package dev.aimonflink.clients.shell;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalLinesTest {
    private static TerminalLines lines(String typed, Path history) throws IOException {
        Terminal terminal = new DumbTerminal(
                "test",
                "dumb",
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8);
        return new TerminalLines(terminal, new Completion(Words.OF_CALLS), history);
    }

    @Test
    void shouldReadLinesAsTheyAreUntilTheEnd() throws IOException {
        TerminalLines lines = lines("SELECT 'it''s \\n !x';\n\\d \"a\n", null);
        assertThat(lines.next("> ", "").text()).isEqualTo("SELECT 'it''s \\n !x';");
        assertThat(lines.next("> ", "").text()).isEqualTo("\\d \"a");
        assertThat(lines.next("> ", "").sign()).isEqualTo(LineSource.Sign.END);
    }

    @Test
    void shouldKeepAHistoryOfWholeStatements(@TempDir Path folder) throws IOException {
        Path history = folder.resolve("history");
        TerminalLines lines = lines("  SELECT\n    7;\n", history);
        assertThat(lines.next("> ", "").text()).isEqualTo("  SELECT\n    7;");
        assertThat(Files.readString(history)).contains("SELECT\\n    7;").hasLineCount(1);
        String up = "\u0010";
        try (Terminal terminal = new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream((up + "\r").getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
            assertThat(new TerminalLines(terminal, new Completion(Words.OF_CALLS), history)
                            .next("> ", "")
                            .text())
                    .isEqualTo("SELECT\n    7;");
        }
    }

    @Test
    void shouldPause() throws IOException {
        assertThat(lines("", null).pause(Duration.ofMillis(1))).isTrue();
    }
}
