package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.shell.LineSource.Line;
import dev.aimonflink.clients.shell.LineSource.Sign;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SqlShellTest {
    private final Deque<Line> typed = new ArrayDeque<>();
    private final List<String> prompts = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int pausesUntilInterrupt;
    private boolean isCancelled;

    private final class Typed implements LineSource {
        @Override
        public Line next(String prompt) {
            prompts.add(prompt);
            return typed.isEmpty() ? Line.of(Sign.END) : typed.remove();
        }

        @Override
        public boolean pause(Duration time) {
            pauses.add(time);
            return pauses.size() < pausesUntilInterrupt;
        }
    }

    private String run(String... lines) {
        List.of(lines).forEach(line -> typed.add(Line.of(line)));
        new SqlShell(
                        new Typed(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        (text, isExpanded) -> {
                            if (isCancelled) {
                                throw new InterruptedException();
                            }
                            asked.add(isExpanded ? "expanded " + text : text);
                        },
                        Words.OF_CALLS)
                .run();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldAskAtTheSemicolon() {
        run("SELECT count(*)", "", "FROM subscribers; ", "SELECT 1;");
        assertThat(asked).containsExactly("SELECT count(*)\n\nFROM subscribers", "SELECT 1");
        assertThat(prompts)
                .containsExactly(
                        SqlShell.PROMPT, SqlShell.CONTINUED, SqlShell.CONTINUED, SqlShell.PROMPT, SqlShell.PROMPT);
    }

    @Test
    void shouldAskEachStatementOfALine() {
        run("SELECT 1; SELECT ';' ;");
        assertThat(asked).containsExactly("SELECT 1", "SELECT ';'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT 1;|true",
                "SELECT 1|false",
                "SELECT ';|false",
                "SELECT ';'|false",
                "SELECT ';';|true",
                "SELECT 1 -- ;|false",
                "SELECT 1 /* ;|false",
                ";|true"
            })
    void shouldKnowWhenAStatementIsComplete(String text, boolean isComplete) {
        assertThat(SqlShell.isComplete(text)).isEqualTo(isComplete);
    }

    @Test
    void shouldForgetWhatIsWrittenWhenItIsInterrupted() {
        typed.add(Line.of("SELECT 1"));
        typed.add(Line.of(Sign.INTERRUPT));
        run("SELECT 2;");
        assertThat(asked).containsExactly("SELECT 2");
    }

    @Test
    void shouldGoOnAfterACancelledStatement() {
        isCancelled = true;
        assertThat(run("SELECT 1;", "\\x")).isEqualTo("Cancelled.\nExpanded display is on.\n");
    }

    @Test
    void shouldListTables() {
        assertThat(run("\\d")).contains("| subscribers ", "| analyticsmatrix ", "| regioninfo ");
    }

    @Test
    void shouldListTheColumnsOfATable() {
        assertThat(run("\\d Subscribers"))
                .contains(
                        "| subscriber_id ",
                        "bigint",
                        "| total_cost_this_week ",
                        "numeric(18,2)",
                        "| zip_city ",
                        "city");
        assertThat(run("\\d nowhere")).endsWith("There is no table nowhere. \\d lists all.\n");
    }

    @Test
    void shouldShowRowsExpanded() {
        run("\\x", "SELECT 1;", "\\x", "SELECT 2;");
        assertThat(asked).containsExactly("expanded SELECT 1", "SELECT 2");
    }

    @Test
    void shouldSayHowLongAnAnswerTook() {
        assertThat(run("\\timing", "SELECT 1;")).matches("Timing is on\\.\nTime: [0-9]+\\.[0-9] ms\n");
    }

    @Test
    void shouldAskAgainUntilItIsInterrupted() {
        pausesUntilInterrupt = 3;
        String shown = run("SELECT 1;", "\\watch 0.5");
        assertThat(asked).containsExactly("SELECT 1", "SELECT 1", "SELECT 1", "SELECT 1");
        assertThat(pauses).containsOnly(Duration.ofMillis(500)).hasSize(3);
        assertThat(shown).contains(", every 0.5 s\n");
    }

    @Test
    void shouldNotWatchWhatNobodyAsked() {
        assertThat(run("\\watch", "SELECT 1;", "\\watch soon", "\\watch 0")).isEqualTo("""
                There is no statement to ask again. Ask one first.
                seconds=soon is no time. Give seconds, as in \\watch 1.
                seconds=0 is no time. Give seconds, as in \\watch 1.
                """);
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldAskTheStatementsOfAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\nSELECT 2");
        String shown = run("\\i " + file, "\\i " + folder.resolve("none.sql"));
        assertThat(asked).containsExactly("SELECT 1", "SELECT 2");
        assertThat(shown)
                .isEqualTo("file=" + folder.resolve("none.sql")
                        + " cannot be read. Give a file of SQL statements, as in \\i questions.sql.\n");
    }

    @Test
    void shouldEndWhenItIsTold() {
        run("\\q", "SELECT 1;");
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldListItsCommandsAndNameTheNearest() {
        assertThat(run("\\?", "\\wathc 1"))
                .contains("| \\watch [SECONDS] ")
                .endsWith("There is no command \\wathc. Did you mean '\\watch'?\n");
    }
}
