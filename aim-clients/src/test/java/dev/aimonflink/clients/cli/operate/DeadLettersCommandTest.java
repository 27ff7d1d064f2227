package dev.aimonflink.clients.cli.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class DeadLettersCommandTest {
    private static final String CSV_HEAD = "time,reason,topic,partition,offset,recordTime,key,value,cutFrom,class\n";

    private final FakeKafka kafka = new FakeKafka().withTopics();

    private CommandRun run(FakeTopic letters, String... args) {
        return CommandRun.of(
                kafka.withDeadLetters(letters),
                IntStream.rangeClosed(0, args.length)
                        .mapToObj(i -> i == 0 ? "dead-letters" : args[i - 1])
                        .toArray(String[]::new));
    }

    /** Numbered from 0. */
    private static FakeTopic letters(int count) {
        FakeTopic letters = new FakeTopic(1);
        for (int i = 0; i < count; i++) {
            letters.add(0, "reason " + i, "{}");
        }
        return letters;
    }

    private static List<String> reasons(CommandRun run) {
        assertThat(run.out()).startsWith(CSV_HEAD);
        return run.out().lines().skip(1).map(line -> line.split(",")[1]).toList();
    }

    private static List<String> numbered(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "reason " + i).toList();
    }

    @Test
    void shouldShowWhenWhyAndWhereRecordsWereRefused() {
        FakeTopic letters = new FakeTopic(1)
                .add(0, "online is missing", "{\"cardId\":7,\n \"amount\":1}")
                .add(0, "amount=1 is outside 2..3", "{\"cardId\":8}");
        run(letters).succeeds().says("").shows("""
                +----------------------+--------------------------+---------------------+--------------------------+
                | time                 | reason                   | record              | value                    |
                +----------------------+--------------------------+---------------------+--------------------------+
                | 2026-11-20T08:00:00Z | online is missing        | aim.events.v1-2@100 | {"cardId":7, "amount":1} |
                | 2026-11-20T08:00:01Z | amount=1 is outside 2..3 | aim.events.v1-2@101 | {"cardId":8}             |
                +----------------------+--------------------------+---------------------+--------------------------+
                """);
    }

    @Test
    void shouldShowAllOfALetterInOtherFormats() {
        FakeTopic letters = new FakeTopic(1)
                .add(
                        0,
                        Map.of(
                                "aim.reason",
                                "zip is missing",
                                "aim.reason.class",
                                "malformed",
                                "aim.topic",
                                "aim.profiles.v1",
                                "aim.partition",
                                "3",
                                "aim.offset",
                                "12",
                                "aim.timestamp",
                                "1795132800000",
                                "aim.truncated",
                                "1000000"),
                        "7".getBytes(StandardCharsets.UTF_8),
                        new byte[] {1, (byte) 0xff});
        run(letters, "--output=jsonl")
                .shows("{\"time\":\"2026-11-20T08:00:00Z\",\"reason\":\"zip is missing\","
                        + "\"topic\":\"aim.profiles.v1\",\"partition\":3,\"offset\":12,"
                        + "\"recordTime\":\"2026-11-20T00:00:00Z\",\"key\":\"7\","
                        + "\"value\":\"0x01ff\",\"cutFrom\":1000000,\"class\":\"malformed\"}\n");
        run(letters, "--output=csv")
                .shows(
                        CSV_HEAD
                                + "2026-11-20T08:00:00Z,zip is missing,aim.profiles.v1,3,12,2026-11-20T00:00:00Z,7,0x01ff,1000000,malformed\n");
        run(letters, "--output=json").shows("""
                [
                  {
                    "time" : "2026-11-20T08:00:00Z",
                    "reason" : "zip is missing",
                    "topic" : "aim.profiles.v1",
                    "partition" : 3,
                    "offset" : 12,
                    "recordTime" : "2026-11-20T00:00:00Z",
                    "key" : "7",
                    "value" : "0x01ff",
                    "cutFrom" : 1000000,
                    "class" : "malformed"
                  }
                ]
                """);
    }

    @Test
    void shouldShowARecordThatIsNoLetterOfTheJob() {
        FakeTopic letters = new FakeTopic(1).add(0, Map.of("aim.partition", "two", "aim.topic", "t"), null, null);
        run(letters, "--output=csv").shows(CSV_HEAD + "2026-11-20T08:00:00Z,,t,,,,,,,\n");
        assertThat(run(letters).out()).contains("| 2026-11-20T08:00:00Z |      - |      - |     - |\n");
    }

    @Test
    void shouldShortenLongRecordsInATableAlone() {
        String longest = "x".repeat(RecordOptions.MAX_TABLE_CHARS);
        FakeTopic letters = new FakeTopic(1).add(0, "r", longest).add(0, "r", longest + "y");
        assertThat(run(letters).out()).contains("| " + longest + "    |\n", "| " + longest + "... |\n");
        assertThat(run(letters, "-o", "csv").out()).contains("," + longest + "y,,\n");
    }

    /** What an event of a model is, as Avro. */
    private static byte[] avro(Model model, byte[] json) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        EventFormat.JSON.newCodec(model).decode(json, event);
        return EventFormat.AVRO.newCodec(model).encode(event);
    }

    @Test
    void shouldShowAvroEventsOfTheModelAsJson(@TempDir Path folder) throws IOException {
        String yaml = "--model=" + Files.writeString(folder.resolve("payments.yaml"), TestModels.PAYMENTS_YAML);
        Model calls = CallModel.withAggregates(CallModel.AGGREGATES_PER_COPY);
        byte[] payment = avro(
                TestModels.PAYMENTS,
                "{\"cardId\":7,\"timestamp\":1795132800000,\"amount\":12.50,\"online\":true,\"merchant\":\"FUEL\"}"
                        .getBytes(StandardCharsets.UTF_8));
        byte[] call = avro(
                calls,
                ("{\"subscriberId\":7,\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,"
                                + "\"longDistance\":true}")
                        .getBytes(StandardCharsets.UTF_8));
        byte[] damaged = Arrays.copyOf(payment, payment.length - 1);
        FakeTopic letters = new FakeTopic(1)
                .add(0, Map.of(), null, payment)
                .add(0, Map.of(), null, call)
                .add(0, Map.of(), null, damaged)
                .add(0, Map.of(), null, new byte[] {(byte) 0xc3, 1});
        assertThat(values(run(letters, "-o", "jsonl", yaml)))
                .containsExactly(
                        "{\"cardId\":7,\"timestamp\":1795132800000,\"amount\":12.50,\"online\":true,\"merchant\":\"FUEL\"}",
                        hex(call),
                        hex(damaged),
                        "0xc301");
        assertThat(values(run(letters, "-o", "jsonl")))
                .containsExactly(
                        hex(payment),
                        "{\"subscriberId\":7,\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,"
                                + "\"longDistance\":true}",
                        hex(damaged),
                        "0xc301");
        assertThat(run(letters, yaml).out()).contains(" | {\"cardId\":7,\"timestamp\":1795132800000,");
        run(letters, "--model=none.yaml").exits(ExitCode.USAGE).shows("");
    }

    private static String hex(byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    private static List<String> values(CommandRun run) throws IOException {
        List<String> values = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            values.add(new ObjectMapper().readTree(line).path("value").asText());
        }
        return values;
    }

    /** An escape sequence could change what a terminal shows. */
    @Test
    void shouldShowControlCharactersAsHexDigits() {
        FakeTopic letters = new FakeTopic(1).add(0, "r", "\u001b[2J");
        assertThat(run(letters, "-o", "csv").out()).contains(",0x1b5b324a,,\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 19, 20, 21, 100})
    void shouldShowTheNewest(int count) {
        assertThat(reasons(run(letters(count), "-o", "csv"))).isEqualTo(numbered(Math.max(0, count - 20), count - 1));
        assertThat(reasons(run(letters(count), "-o", "csv", "--limit=1")))
                .isEqualTo(numbered(Math.max(0, count - 1), count - 1));
    }

    @Test
    void shouldFindTheNewestAmongSeveralPartitionsAndMarkers() {
        FakeTopic letters = new FakeTopic(3);
        for (int i = 0; i < 30; i++) {
            letters.add(i < 20 ? 0 : 1, "reason " + i, "{}").addMarkers(i < 20 ? 0 : 1, 9);
        }
        // The newest of partition 0 are far from its end.
        letters.addMarkers(0, 1000);
        assertThat(reasons(run(letters, "-o", "csv", "--limit=15"))).isEqualTo(numbered(15, 29));
        assertThat(reasons(run(letters, "-o", "csv", "--limit=1000"))).isEqualTo(numbered(0, 29));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void shouldShowAll(int count) {
        FakeTopic letters = letters(count).addMarkers(0, 5);
        assertThat(reasons(run(letters, "-o", "csv", "--all"))).isEqualTo(numbered(0, count - 1));
        assertThat(run(letters, "-o", "jsonl", "--all").out().lines()).hasSize(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--limit=2", "--all"})
    void shouldFollow(String option) {
        FakeTopic letters = letters(2).whileReading();
        for (int i = 2; i < 9; i++) {
            letters.add(0, "reason " + i, "{}");
        }
        CommandRun run = run(letters, "-o", "csv", "--follow", option);
        assertThat(reasons(run)).isEqualTo(numbered(0, 8));
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("No Kafka broker answers at localhost:9092 within 10 s. ");
    }

    @Test
    void shouldSayThatThereIsNone() {
        run(new FakeTopic(2), "-o", "json")
                .succeeds()
                .says("The topic aim.dead-letters.v1 has no dead letter.\n")
                .shows("[ ]\n");
    }

    @Test
    void shouldSayThatThereIsNoTopic() {
        kafka.withoutTopic("aim.dead-letters.v1");
        run(letters(1), "--bootstrap=" + FakeKafka.BOOTSTRAP)
                .fails("The broker at broker:9092 has no topic aim.dead-letters.v1. Create it with `aim topics"
                        + " create` and the same options.\n")
                .shows("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --limit=0            | limit=0 is outside 1..1000. Give a number inside.
            --limit=1001         | limit=1001 is outside 1..1000. Give a number inside.
            --limit=9 --all      | --limit is for the newest, and --all shows all. Leave one of them out.
            --all -o json        | --output json is one document, and here each record is written as it is read. Give --output jsonl.
            --follow -o json     | --output json is one document, and here each record is written as it is read. Give --output jsonl.
            """)
    void shouldRefuseOptionsThatDoNotFit(String options, String message) {
        CommandRun run = run(letters(1), options.split(" ")).exits(ExitCode.USAGE);
        assertThat(run.err().lines()).first().isEqualTo(message);
        assertThat(run.out()).isEmpty();
    }
}
