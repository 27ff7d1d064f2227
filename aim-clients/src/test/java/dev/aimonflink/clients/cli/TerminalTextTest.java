package dev.aimonflink.clients.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.text.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a producer writes, in every command that prints some of it: it never drives the terminal of the person who reads it. */
@Timeout(60)
class TerminalTextTest {
    /** Clears the screen, in both forms of the command; turns the direction; hides; and begins a line of its own. */
    private static final String EVIL = "x\u001b[2J\u009b2J\u007f\u202e\u200b\r\nforged";

    private static final String SHOWN = "x\\x1B[2J\\u009B2J\\x7F\\u202E\\u200B\\r\\nforged";

    private static final List<String> COLUMNS = List.of("deviceId", "site", EVIL);

    @TempDir
    private Path folder;

    private String model;

    @BeforeEach
    void writeModel() throws IOException {
        model = "--model=" + Files.writeString(folder.resolve("devices.yaml"), TestModels.DEVICES_YAML);
    }

    private static FakeKafka kafka(Function<Request, QueryResult> job) {
        return new FakeKafka()
                .withTopics()
                .withModel(TestModels.DEVICES, EntityTables.NONE)
                .withJob(job);
    }

    /** A job whose texts are a producer's. */
    private static QueryResult answer(Request request) {
        return Results.ok(request, COLUMNS, List.of(List.of(EVIL, EVIL, EVIL)));
    }

    private static QueryResult plan(Request request) {
        return Results.ok(request, List.of("QUERY PLAN"), List.of(List.of("site = '" + EVIL + "'")));
    }

    private static QueryResult error(Request request) {
        return QueryResult.refusal(
                request.requestId(),
                request.clientId(),
                request.asked().query(),
                new QueryError(Code.SQL_ERROR, "'" + EVIL + "' is none.", new QueryError.InSql("22P02", 8)));
    }

    private List<String> line(String command) {
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
        words.replaceAll(word -> switch (word) {
            case "MODEL" -> model;
            case "KEY" -> EVIL;
            case "TEXT" -> "SELECT '" + EVIL + "', 2";
            default -> word;
        });
        return words;
    }

    private static void assertVisible(String printed) {
        assertThat(printed.codePoints())
                .as(printed)
                .allMatch(character -> character == '\n' || VisibleText.isVisible(character));
        assertThat(printed.lines()).noneMatch(line -> line.startsWith("forged"));
    }

    private CommandRun onTerminal(FakeKafka kafka, String command) {
        CommandRun run = CommandRun.onTerminal(kafka, line(command).toArray(String[]::new));
        assertThat(run.out() + run.err()).as("it shows the text").contains("x\\x1B[2J");
        assertThat(run.out() + run.err()).doesNotContain("defect of aim");
        return run;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql -c TEXT",
                "sql -x -c TEXT",
                "sql -t -c TEXT",
                "entity KEY MODEL",
                "query device --param deviceId=d MODEL",
                "query --param deviceId=d MODEL device --output table",
            })
    void shouldEscapeTextsInTables(String command) {
        CommandRun run = onTerminal(kafka(TerminalTextTest::answer), command);
        assertVisible(run.out());
        assertVisible(run.err());
        assertThat(run.out()).contains(SHOWN);
        // Piped to a pager it is the same.
        assertThat(CommandRun.of(kafka(TerminalTextTest::answer), line(command).toArray(String[]::new))
                        .out())
                .contains(SHOWN)
                .doesNotContain("\u001b", "\u009b", "\u202e");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql -tA -c TEXT",
                "sql -xA -c TEXT",
                "sql --output csv -c TEXT",
                "entity KEY MODEL --output csv",
                "query device --param deviceId=d MODEL --output csv",
            })
    void shouldEscapeDataOnATerminalAndLeaveItAsItIsForPrograms(String command) {
        CommandRun run = onTerminal(kafka(TerminalTextTest::answer), command);
        assertThat(run.out().codePoints()).allMatch(each -> each == '\n' || VisibleText.isVisible(each));
        assertThat(CommandRun.of(kafka(TerminalTextTest::answer), line(command).toArray(String[]::new))
                        .out())
                .contains(EVIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql --output jsonl -c TEXT",
                "entity KEY MODEL --output jsonl",
                "query device --param deviceId=d MODEL --output jsonl"
            })
    void shouldEscapeTextsInJsonSoThatReadersGetThemBack(String command) throws IOException {
        CommandRun run =
                CommandRun.of(kafka(TerminalTextTest::answer), line(command).toArray(String[]::new));
        assertVisible(run.out());
        assertThat(texts(run.out())).contains(EVIL);
    }

    private static List<String> texts(String json) throws IOException {
        List<String> texts = new ArrayList<>();
        new ObjectMapper().readTree(json).forEach(node -> collect(node, texts));
        return texts;
    }

    private static void collect(JsonNode node, List<String> texts) {
        if (node.isTextual()) {
            texts.add(node.asText());
        }
        node.forEach(each -> collect(each, texts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sql -c TEXT", "entity KEY MODEL", "query device --param deviceId=d MODEL"})
    void shouldEscapeTextsInErrors(String command) {
        CommandRun run = onTerminal(kafka(TerminalTextTest::error), command);
        assertThat(run.err().codePoints()).allMatch(each -> each == '\n' || VisibleText.isVisible(each));
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void shouldEscapeThePlan() {
        CommandRun run = onTerminal(kafka(TerminalTextTest::plan), "sql -c TEXT");
        assertThat(run.out().codePoints()).allMatch(each -> each == '\n' || VisibleText.isVisible(each));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "entity KEY MODEL",
                "query KEY MODEL",
                "query device --param KEY MODEL",
                "entity KEY --model=none.yaml",
                "forget KEY --model=none.yaml",
                "sql --value KEY -c TEXT --KEY",
                "topics --bootstrap KEY list",
                "KEY"
            })
    void shouldEscapeWhatAMessageQuotes(String command) {
        CommandRun run = CommandRun.onTerminal(
                kafka(request -> Results.ok(request, COLUMNS, List.of())),
                line(command.replace("--KEY", "--" + EVIL.replace(' ', '_'))).toArray(String[]::new));
        assertThat(run.exitCode()).isNotZero();
        assertThat((run.out() + run.err()).codePoints())
                .as(run.out() + run.err())
                .allMatch(each -> each == '\n' || each == '\t' || VisibleText.isVisible(each));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dead-letters", "dead-letters --all", "dead-letters --output jsonl", "dead-letters --output csv"
            })
    void shouldEscapeDeadLetters(String command) {
        Map<String, String> headers = Map.of(
                "aim.reason",
                EVIL,
                "aim.reason.class",
                EVIL,
                "aim.topic",
                EVIL,
                "aim.partition",
                "2",
                "aim.offset",
                "7");
        byte[] text = EVIL.getBytes(StandardCharsets.UTF_8);
        byte[] harmless = "x\u202e".getBytes(StandardCharsets.UTF_8);
        FakeTopic letters = new FakeTopic(1).add(0, headers, text, text).add(0, headers, harmless, harmless);
        CommandRun run =
                CommandRun.onTerminal(new FakeKafka().withTopics().withDeadLetters(letters), command.split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("forged");
        assertThat(run.out().codePoints()).allMatch(each -> each == '\n' || VisibleText.isVisible(each));
    }

    @Test
    void shouldEscapeWhatTheDoctorFinds() {
        FakeKafka kafka = new FakeKafka().withTopics().withOpenTransaction(EVIL, 7);
        CommandRun run = onTerminal(kafka.withJob(Results::ok), "doctor");
        assertVisible(run.out());
        assertVisible(run.err());
    }
}
