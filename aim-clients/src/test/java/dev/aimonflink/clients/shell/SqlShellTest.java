package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.Screen;
import dev.aimonflink.clients.shell.LineSource.Line;
import dev.aimonflink.clients.shell.LineSource.Sign;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
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

import static org.assertj.core.api.Assertions.assertThat;

class SqlShellTest {
    private final Deque<Line> typed = new ArrayDeque<>();
    private final List<String> prompts = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int pausesUntilInterrupt;
    private boolean isCancelled;
    private boolean hasAnswers;
    private int failsFrom = Integer.MAX_VALUE;
    private int screens;

    private int rows = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    private final class Typed implements LineSource {
        /** Lines until the text is complete, as the terminal reads them. */
        @Override
        public Line next(String prompt, String begun) {
            prompts.add(prompt + begun);
            StringBuilder text = new StringBuilder(begun);
            while (!typed.isEmpty()) {
                Line line = typed.remove();
                if (line.sign() != null) {
                    return line;
                }
                text.append(line.text());
                if (WrittenText.isComplete(text.toString())) {
                    return Line.of(text.toString());
                }
                text.append('\n');
            }
            return Line.of(Sign.END);
        }

        @Override
        public boolean pause(Duration time) {
            pauses.add(time);
            return pauses.size() < pausesUntilInterrupt;
        }

        @Override
        public Screen screen() {
            return new Screen(200, rows, "cat >'" + pages() + "'");
        }

        @Override
        public void clear() {
            screens++;
        }
    }

    private final class Answered implements Statements {
        @Override
        public boolean ask(StatementText statement, String text, Look look, PrintStream answers)
                throws InterruptedException {
            if (isCancelled) {
                throw new InterruptedException();
            }
            asked.add(look.isExpanded() ? "expanded " + statement.text() : statement.text());
            texts.add(text);
            looks.add(look);
            if (hasAnswers) {
                answers.println("answer " + asked.size());
            }
            return asked.size() < failsFrom;
        }

        @Override
        public void refuse(String text, SqlException failure) {
            refused.add(text + " " + failure.position());
        }
    }

    private Path pages() {
        return folder.resolve("pages");
    }

    private Vocabulary words = Words.OF_CALLS;

    private String run(String... lines) {
        List.of(lines).forEach(line -> typed.add(Line.of(line)));
        PrintStream screen = new PrintStream(out, true, StandardCharsets.UTF_8);
        new SqlShell(new Typed(), screen, new Answered(), words, Look.USUAL).run();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldAskAtTheSemicolon() {
        run("SELECT count(*)", "", "FROM subscribers; ", "SELECT 1;");
        assertThat(asked).containsExactly("SELECT count(*)\n\nFROM subscribers", "SELECT 1");
    }

    @Test
    void shouldAskEachStatementOfALine() {
        run("SELECT 1; SELECT ';' ;");
        assertThat(asked).containsExactly("SELECT 1", "SELECT ';'");
    }

    @Test
    void shouldObeyCommandsInTheMiddleOfAStatement() {
        run("SELECT 1", "\\x", ";", "SELECT 2", "\\q", ";");
        assertThat(asked).containsExactly("expanded SELECT 1");
        assertThat(prompts)
                .as("what was written is still there")
                .containsExactly(SqlShell.PROMPT, SqlShell.PROMPT + "SELECT 1\n", SqlShell.PROMPT);
    }

    @Test
    void shouldTakeABackslashInAStringForText() {
        run("SELECT '", "\\x';");
        assertThat(asked).containsExactly("SELECT '\n\\x'");
    }

    @Test
    void shouldKnowTheWordsOfThoseWhoKnowNoCommand() {
        assertThat(run("help", "Exit;", "SELECT 1;")).contains("| \\watch [SECONDS] ");
        assertThat(asked).isEmpty();
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
        String all = run("\\d");
        assertThat(all).contains("| subscribers ", "| analyticsmatrix ", "| regioninfo ");
        out.reset();
        assertThat(run("Show tables;")).isEqualTo(all);
        assertThat(asked).isEmpty();
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
        assertThat(run("\\d Subscribrs")).endsWith("There is no table Subscribrs. Did you mean 'subscribers'?\n");
    }

    @Test
    void shouldListTheColumnsOfEachTableThatAPatternMeans() {
        assertThat(run("\\d public.regioninfo", "\\d s*TYPE", "\\d r??ioninfo"))
                .contains("| zip ", "| type ")
                .doesNotContain("There is no table", "Table ");
        assertThat(run("\\d subscriber*")).containsSubsequence("Table subscribers\n", "Table subscribercategory\n");
        assertThat(run("\\d *.*")).contains("Table subscribers\n", "Table regioninfo\n");
        assertThat(run("\\d x*")).endsWith("There is no table x*. \\d lists all.\n");
    }

    @Test
    void shouldDescribeTheTablesOfTheJob() {
        words = new Vocabulary(() -> JobTables.asked(statement -> JobTablesTest.ROWS, JobTablesTest.NO_VALUES));
        assertThat(run("\\d", "\\d cards")).isEqualTo("""
                +-----------------+---------+------+
                | table           | columns | kept |
                +-----------------+---------+------+
                | cards           |       3 | 2    |
                | analyticsmatrix |       3 | 2    |
                | regions         |       2 | 2    |
                +-----------------+---------+------+
                +----------+---------------+------+--------------+
                | column   | type          | kept | other names  |
                +----------+---------------+------+--------------+
                | card_id  | text          | yes  | cardid       |
                | zip_city | text          | yes  | city, cities |
                | max_cost | numeric(18,2) | no   |              |
                +----------+---------------+------+--------------+
                The first question over all entities that reads a column which is not kept waits until it has been read from the records. `aim columns` shows which are kept now.
                """);
        assertThat(run("\\d subscribers")).endsWith("There is no table subscribers. \\d lists all.\n");
    }

    @Test
    void shouldKnowTheTablesOfBeforeWhileTheJobDoesNotAnswer() {
        String sentence = "The job does not say which tables it has now. \\d asks again.\n";
        List<List<List<Object>>> answers = new ArrayList<>(List.of(List.of(), List.of(), JobTablesTest.ROWS));
        words = new Vocabulary(() -> JobTables.asked(
                statement -> answers.isEmpty() ? List.of() : answers.remove(0), JobTablesTest.NO_VALUES));
        assertThat(run("\\d cards")).isEqualTo(sentence + sentence);
        out.reset();
        words.refresh();
        assertThat(run("\\d")).startsWith(sentence).contains("| cards ");
    }

    @Test
    void shouldShowRowsExpanded() {
        run("\\x", "SELECT 1;", "\\x", "SELECT 2;");
        assertThat(asked).containsExactly("expanded SELECT 1", "SELECT 2");
    }

    @Test
    void shouldShowWhatIsLongerThanTheScreenByThePager() throws IOException {
        hasAnswers = true;
        rows = 2;
        assertThat(run("SELECT 1;")).isEqualTo("answer 1\n");
        assertThat(pages()).doesNotExist();
        rows = 1;
        out.reset();
        assertThat(run("SELECT 1;", "SELECT 1;")).isEmpty();
        assertThat(pages()).hasContent("answer 3\n");
        assertThat(run("\\d regioninfo")).isEmpty();
        assertThat(Files.readString(pages())).contains("| zip ");
        assertThat(run("\\pset pager off", "SELECT 1;", "\\pset pager", "SELECT 1;", "\\pset pager x"))
                .isEqualTo("The pager is off.\nanswer 4\nThe pager is on.\nx is neither on nor off. Write \\pset pager,"
                        + " \\pset pager on or \\pset pager off.\n");
        assertThat(pages()).hasContent("answer 5\n");
        out.reset();
        assertThat(run("SELECT 1 \\watch")).as("a watch is of one screen").contains("answer 7\n");
    }

    @Test
    void shouldTurnOnAndOffWhatIsSaid() {
        assertThat(run("\\timing off", "\\timing on", "\\timing on", "\\x off", "\\x on"))
                .isEqualTo(
                        "Timing is off.\nTiming is on.\nTiming is on.\nExpanded display is off.\nExpanded display is on.\n");
        assertThat(run("\\x maybe")).endsWith("maybe is neither on nor off. Write \\x, \\x on or \\x off.\n");
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
        assertThat(screens)
                .as("each answer is drawn in the place of the one before")
                .isEqualTo(3);
    }

    @Test
    void shouldWatchWhatIsWritten() {
        pausesUntilInterrupt = 1;
        run("SELECT 1;", "SELECT 2", "\\watch");
        assertThat(asked).containsExactly("SELECT 1", "SELECT 2", "SELECT 2");
        failsFrom = 4;
        assertThat(run("SELECT 'two \u00a7' \u00a7", "\\watch")).doesNotContain("every 1.0 s\n2", "every 1.0 s\nevery");
        assertThat(asked).hasSize(4);
    }

    @Test
    void shouldWatchTheStatementOfItsLine() {
        pausesUntilInterrupt = 1;
        run("SELECT 1", "+ 2 \\watch 0.25");
        assertThat(asked).containsExactly("SELECT 1\n+ 2", "SELECT 1\n+ 2");
        assertThat(pauses).containsExactly(Duration.ofMillis(250));
        run("SELECT 3 -- \\watch 1");
        assertThat(asked).hasSize(2);
    }

    @Test
    void shouldRefuseWhatIsNoText() {
        assertThat(run("SELECT 1; SELECT $ ;")).isEmpty();
        assertThat(asked).as("the job says what is wrong").containsExactly("SELECT 1", "SELECT $");
    }

    @Test
    void shouldEndAWatchAtTheFirstError() {
        pausesUntilInterrupt = 100;
        failsFrom = 3;
        run("SELECT 1;", "\\watch");
        assertThat(asked).hasSize(3);
        run("SELECT 2", "\\watch");
        assertThat(asked).as("not even the first").hasSize(4);
    }

    @Test
    void shouldGoOnWithTheNextStatementAfterAnError() {
        failsFrom = 1;
        run("SELECT 1; SELECT 2;");
        assertThat(asked).containsExactly("SELECT 1", "SELECT 2");
    }

    @Test
    void shouldAskAtTheCommandForIt() {
        assertThat(run("\\g")).isEqualTo("There is no statement to ask again. Ask one first.\n");
        run("SELECT 1", "\\g", "SELECT 2 \\g", "SELECT 3", "+ 4\\g", "\\g", "SELECT 'not \\g", "';");
        run("SELECT 5 -- not \\g", "\\g");
        assertThat(asked)
                .containsExactly(
                        "SELECT 1", "SELECT 2", "SELECT 3\n+ 4", "SELECT 3\n+ 4", "SELECT 'not \\g\n'", "SELECT 5");
    }

    @Test
    void shouldShowNullsAsSomebodyWants() {
        assertThat(run("\\pset null none", "SELECT 1;", "\\pset null 'it''s nothing'", "SELECT 2;", "\\pset border 2"))
                .isEqualTo("""
                A null is shown as "none".
                A null is shown as "it's nothing".
                setting=border is none. Write \\pset null TEXT, \\pset pager off, or \\x.
                """);
        assertThat(looks).extracting(Look::ofNull).containsExactly("none", "it's nothing");
    }

    @Test
    void shouldKnowTheSpellingsOfPsql() {
        assertThat(run("\\dt", "\\d+ regioninfo")).contains("| regioninfo ", "| column ");
        assertThat(run("\\l", "\\e", "\\copy x to y"))
                .endsWith("There is no command \\l. There is one database, and \\d lists its tables.\n"
                        + "There is no command \\e. The arrow key up brings a whole statement back, to be edited here."
                        + " \\i asks those of a file.\n"
                        + "There is no command \\copy. \\o writes answers to a file, and aim sql -c TEXT --output csv"
                        + " writes CSV. Events come in by aim publish events.\n");
    }

    @Test
    void shouldNotWatchWhatNobodyAsked() {
        assertThat(run("\\watch", "SELECT 1;", "\\watch soon", "\\watch 0", "\\watch 1e30"))
                .isEqualTo("""
                There is no statement to ask again. Ask one first.
                seconds=soon is no time. Give seconds, as in \\watch 1.
                seconds=0 is no time. Give seconds, as in \\watch 1.
                seconds=1e30 is more than a day. Give seconds, as in \\watch 1.
                """);
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldAskTheStatementsOfAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\nSELECT 2");
        String shown = run("\\i " + file, "\\i " + folder.resolve("none.sql"), "\\i " + folder, "\\i");
        assertThat(asked).containsExactly("SELECT 1", "SELECT 2");
        assertThat(shown)
                .isEqualTo("file=" + folder.resolve("none.sql")
                        + " is no file. Give one of SQL statements, as in \\i questions.sql.\nfile=" + folder
                        + " is a folder. Give a file of SQL statements, as in \\i questions.sql.\n"
                        + "There is no file. Give one, as in \\i questions.sql.\n");
    }

    @Test
    void shouldAskTheStatementsOfAFileUpToWhereItCannotBeSplit(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\nSELECT 'open");
        run("\\i " + file);
        assertThat(asked).containsExactly("SELECT 1");
        assertThat(refused).containsExactly("SELECT 1;\nSELECT 'open 17");
    }

    @Test
    void shouldSayWhereInAFileAStatementIs(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("q.sql"), "SELECT 1;\nSELECT 2");
        run("\\i " + file, "SELECT 3; SELECT 4;");
        assertThat(texts)
                .as("an error in a typed one counts from its own begin")
                .containsExactly("SELECT 1;\nSELECT 2", "SELECT 1;\nSELECT 2", "SELECT 3", "SELECT 4");
    }

    @Test
    void shouldWriteAnswersToAFile(@TempDir Path folder) throws IOException {
        hasAnswers = true;
        Path file = folder.resolve("answers.txt");
        Path other = folder.resolve("other.txt");
        String shown = run("\\o " + file, "SELECT 1;", "\\x", "\\o", "SELECT 2;", "\\o " + other, "SELECT 3;");
        assertThat(shown).isEqualTo("Expanded display is on.\nanswer 2\n");
        assertThat(file).hasContent("answer 1");
        assertThat(other).hasContent("answer 3");
        assertThat(run("\\o " + folder.resolve("none").resolve("a.txt")))
                .endsWith("file=" + folder.resolve("none").resolve("a.txt")
                        + " cannot be written. Give a file in a folder of yours, as in \\o answers.txt.\n");
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
