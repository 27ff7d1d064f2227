package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.calls.wire.EventCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PublishCommandTest {
    private static final String EVENT =
            "{\"subscriberId\":7,\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,"
                    + "\"longDistance\":true}\n";
    private static final String PROFILE =
            "{\"subscriberId\":7,\"zip\":\"CH-8000\",\"subscriptionType\":2,\"category\":1,\"cellValueType\":3}\n";

    private final FakeKafka kafka = new FakeKafka().withTopics();

    @TempDir
    private Path directory;

    static List<Event> events(FakeKafka kafka, EventFormat format) {
        EventCodec codec = CallCodec.of(format);
        return kafka.published().stream()
                .map(ProducerRecord::value)
                .map(codec::decode)
                .toList();
    }

    private static List<Event> withoutTime(List<Event> events) {
        List<Event> copies = new ArrayList<>();
        for (Event event : events) {
            copies.add(new Event(event.subscriberId(), 0, event.durationSeconds(), event.cost(), event.longDistance()));
        }
        return copies;
    }

    @Test
    void shouldWriteNothingButTheOffsetsThatAnotherCommandTakes() {
        CommandRun run = CommandRun.of(kafka, "publish", "events", "--rate=0", "--count=3", "--wait");
        assertThat(run.out()).matches("0=[0-9]+\n");
        assertThat(run.err()).contains("| published ");
        CommandRun json =
                CommandRun.of(kafka, "publish", "events", "--rate=0", "--count=3", "--wait", "--output=jsonl");
        assertThat(json.out()).matches(".*,\"waitFor\":\"0=[0-9]+\"}\n");
    }

    @ParameterizedTest
    @EnumSource
    void shouldPublishAsManyEventsAsTold(EventFormat format) {
        long beforeMs = System.currentTimeMillis();
        CommandRun run = CommandRun.of(
                kafka,
                "publish",
                "events",
                "--rate=0",
                "--count=2500",
                "--entities=10",
                "--output=jsonl",
                "--format=" + format.label());
        long afterMs = System.currentTimeMillis();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("{\"published\":2500,\"acknowledged\":2500,\"seconds\":");
        assertThat(run.err()).isEmpty();
        List<Event> events = events(kafka, format);
        assertThat(events)
                .hasSize(2_500)
                .allMatch(event -> event.timestampMs() >= beforeMs && event.timestampMs() <= afterMs)
                .allMatch(event -> event.subscriberId() >= 0 && event.subscriberId() < 10);
        assertThat(kafka.published().get(0).topic()).isEqualTo("aim.events.v1");
    }

    @Test
    void shouldPublishTheSameCallsFromTheSameSeed() {
        for (String distribution : List.of("uniform", "zipf")) {
            List<List<Event>> runs = new ArrayList<>();
            for (String seed : List.of("1", "1", "2")) {
                FakeKafka fresh = new FakeKafka().withTopics();
                CommandRun.of(
                                fresh,
                                "publish",
                                "events",
                                "--rate=0",
                                "--count=100",
                                "--seed=" + seed,
                                "--distribution=" + distribution)
                        .succeeds();
                runs.add(withoutTime(events(fresh, EventFormat.JSON)));
            }
            assertThat(runs.get(0)).isEqualTo(runs.get(1)).isNotEqualTo(runs.get(2));
        }
    }

    @Test
    void shouldStopAfterTheTimeTold() {
        CommandRun.of(kafka, "publish", "events", "--rate=1000", "--seconds=1", "--output=jsonl")
                .succeeds();
        assertThat(kafka.published()).isNotEmpty().hasSizeLessThan(2_100);
    }

    @Test
    void shouldPublishTheEventsOfAFile() throws IOException {
        Path file = directory.resolve("calls.jsonl");
        Files.writeString(file, EVENT + "\n" + EVENT.replace(":7", ":8").replace("\n", "\r\n") + EVENT.strip());
        CommandRun.of(kafka, "publish", "events", "--format=binary", "--from=" + file)
                .succeeds();
        assertThat(events(kafka, EventFormat.BINARY))
                .containsExactly(
                        new Event(7, 1_795_132_800_000L, 61, 1.25f, true),
                        new Event(8, 1_795_132_800_000L, 61, 1.25f, true),
                        new Event(7, 1_795_132_800_000L, 61, 1.25f, true));
    }

    @Test
    void shouldTellFileAndLineOfABadEvent() throws IOException {
        Path file = directory.resolve("calls.jsonl");
        Files.writeString(file, EVENT + "\n" + EVENT.replace(":61", ":-1") + EVENT);
        CommandRun.of(kafka, "publish", "events", "--from=" + file, "--output=jsonl")
                .refuses(file + ":3: durationSeconds=-1 is outside 0..604800. Fix the line or remove it. Or give"
                        + " --skip-invalid. Nothing was published.\n");
        assertThat(kafka.published())
                .as("what would be published again counts twice")
                .isEmpty();

        CommandRun first = CommandRun.of(kafka, "publish", "events", "--from=" + file, "--count=1");
        assertThat(first.exitCode()).as("lines behind the count do not matter").isZero();
    }

    @Test
    void shouldSkipAndCountLinesThatAreWrong() {
        String lines = EVENT + "hello\n".repeat(JsonLines.MAX_NAMED + 2) + EVENT;
        CommandRun run =
                CommandRun.withInput(lines, kafka, "publish", "events", "--from=-", "--skip-invalid", "-o", "jsonl");
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.out()).startsWith("{\"published\":2,\"acknowledged\":2,").endsWith(",\"invalid\":7}\n");
        assertThat(run.err().lines()).hasSize(JsonLines.MAX_NAMED).allMatch(line -> line.contains("line is skipped."));
        assertThat(run.err()).startsWith("stdin:2: ").endsWith("Others are skipped without a word.\n");

        CommandRun good = CommandRun.withInput(EVENT, kafka, "publish", "events", "--from=-", "--skip-invalid")
                .succeeds();
        assertThat(good.out()).contains("| invalid ");
    }

    @Test
    void shouldSendEachLineAsItStands() {
        String event = EVENT.strip().replace(":61", ": 61");
        for (String kind : List.of("events", "profiles")) {
            CommandRun run =
                    CommandRun.withInput(event + "\n\nhello", kafka, "publish", kind, "--from=-", "--unchecked");
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        assertThat(kafka.published())
                .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                .containsExactly(event, "hello", event, "hello");
        assertThat(kafka.published())
                .as("a compacted topic takes no record without a key")
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactly("7", "unreadable", "7", "unreadable");
    }

    @Test
    void shouldRefuseOptionsForLinesWhereThereAreNone() {
        assertThat(CommandRun.of(kafka, "publish", "events", "--skip-invalid").err())
                .startsWith("--skip-invalid is for the lines of --from, and none is given. Leave one of them out.\n");
        assertThat(CommandRun.of(kafka, "publish", "events", "--from=-", "--unchecked", "--format=avro")
                        .err())
                .startsWith(
                        "--format is for lines that are read, and --unchecked sends them. Leave one of them out.\n");
    }

    @Test
    void shouldTellOfABadFirstLineAsWrongUsage() {
        CommandRun run = CommandRun.withInput("hello\n" + EVENT, kafka, "publish", "events", "--from=-")
                .exits(ExitCode.USAGE);
        assertThat(run.err()).startsWith("stdin:1: ").endsWith(" Fix the line or remove it.\n");
        assertThat(run.out()).isEmpty();
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldRefuseALineThatIsTooLong() {
        String longest = " ".repeat(JsonLines.MAX_LINE_BYTES - EVENT.length() + 1) + EVENT;
        CommandRun.withInput(longest, kafka, "publish", "events", "--from=-").succeeds();
        CommandRun.withInput(" " + longest, kafka, "publish", "events", "--from=-")
                .refuses("stdin:1: the line is longer than 65536 bytes. Fix the line or remove it.\n");
    }

    @Test
    void shouldReadLinesThatABufferCuts() {
        List<String> lines = IntStream.range(0, 5_000)
                .mapToObj(i -> EVENT.replace(":7", ":" + i).replace("\n", i % 3 == 0 ? "\r\n" : "\n"))
                .toList();
        CommandRun.withInput(String.join("", lines), kafka, "publish", "events", "--from=-")
                .succeeds();
        assertThat(events(kafka, EventFormat.JSON))
                .extracting(Event::subscriberId)
                .containsExactlyElementsOf(LongStream.range(0, 5_000).boxed().toList());
    }

    @Test
    void shouldStopAFileAtTheCount() {
        CommandRun.withInput(EVENT.repeat(10), kafka, "publish", "events", "--from=-", "--count=4")
                .succeeds();
        assertThat(kafka.published()).hasSize(4);
    }

    @Test
    void shouldRefuseOptionsThatAFileLeavesNoRoomFor() {
        for (String option : List.of("--seed=1", "--entities=1", "--distribution=zipf", "--zipf-exponent=2")) {
            CommandRun run = CommandRun.of(kafka, "publish", "events", "--from=-", option)
                    .exits(ExitCode.USAGE);
            String name = option.substring(0, option.indexOf('='));
            assertThat(run.err())
                    .startsWith(
                            name + " is for generated records, and --from=- gives others. Leave one of them out.\n");
        }
    }

    @Test
    void shouldPublishEachSubscriberOnce() {
        CommandRun run = CommandRun.of(kafka, "publish", "profiles", "--entities=1500", "--seed=9", "-o", "jsonl")
                .succeeds();
        assertThat(run.out()).startsWith("{\"published\":1500,\"acknowledged\":1500,");
        ModelProfileGenerator generator = ModelProfileGenerator.ofSubscribers(9);
        CallProfiles codec = new CallProfiles();
        List<ProducerRecord<byte[], byte[]>> published = kafka.published();
        assertThat(published).hasSize(1_500);
        for (int id = 0; id < published.size(); id++) {
            assertThat(CallProfiles.entityProfile(codec.decode(published.get(id).value())))
                    .isEqualTo(generator.profile(id));
            assertThat(codec.decodeKey(published.get(id).key())).isEqualTo(id);
            assertThat(published.get(id).topic()).isEqualTo("aim.profiles.v1");
        }
    }

    @Test
    void shouldPublishTheProfilesOfAFile() {
        CommandRun.withInput(PROFILE, kafka, "publish", "profiles", "--from=-").succeeds();
        assertThat(new CallProfiles().decode(kafka.published().get(0).value()))
                .isEqualTo(new Profile(7, "CH-8000", 2, 1, 3));

        CommandRun.withInput("{\"zip\":\"CH-8000\"}", kafka, "publish", "profiles", "--from=-")
                .refuses("stdin:1: subscriberId is missing. Fix the line or remove it.\n");
    }

    @Test
    void shouldDeleteProfilesByTombstones() {
        CommandRun run = CommandRun.of(kafka, "publish", "profiles", "--delete=7,8", "--delete", "-9", "-o", "jsonl")
                .succeeds()
                .says("");
        assertThat(run.out()).startsWith("{\"published\":3,\"acknowledged\":3,").contains("\"behindRate\":0");
        CallProfiles codec = new CallProfiles();
        assertThat(kafka.published())
                .allMatch(record -> record.value() == null)
                .allMatch(record -> record.topic().equals("aim.profiles.v1"))
                .extracting(record -> codec.decodeKey(record.key()))
                .containsExactly(7L, 8L, -9L);
    }

    @Test
    void shouldRefuseProfilesBesideADeletion() {
        for (String option : List.of("--from=-", "--seed=1", "--entities=1")) {
            CommandRun run = CommandRun.of(kafka, "publish", "profiles", "--delete=7", option)
                    .exits(ExitCode.USAGE);
            String name = option.substring(0, option.indexOf('='));
            assertThat(run.err()).startsWith(name + " gives profiles, and --delete none. Leave one of them out.\n");
            assertThat(kafka.published()).isEmpty();
        }
    }

    @Test
    void shouldPublishToTheTopicTold() {
        FakeKafka other = new FakeKafka();
        CommandRun.of(other, "topics", "create", "--topic=events=calls").succeeds();
        CommandRun.of(other, "publish", "events", "--count=1", "--topic=events=calls")
                .succeeds();
        assertThat(other.published().get(0).topic()).isEqualTo("calls");
    }

    @Test
    void shouldShowProgressToPeopleOnly() {
        CommandRun watched = CommandRun.onTerminal(kafka, "publish", "events", "--rate=0", "--count=1000");
        assertThat(watched.err()).contains("events");
        CommandRun.of(kafka, "publish", "events", "--rate=0", "--count=1000").says("");
    }

    /** Acknowledged is not accepted, which a person may not expect and a program's log need not repeat. */
    @Test
    void shouldSayToPeopleWhereRefusedEventsAreShown() {
        String sentence =
                "Kafka has acknowledged the events. Those that the job refuses are shown by `aim dead-letters`.\n";
        String[] events = {"publish", "events", "--rate=0", "--count=10"};
        assertThat(CommandRun.onTerminal(kafka, events).err()).endsWith(sentence);
        CommandRun.of(kafka, events).says("");
        assertThat(CommandRun.onTerminal(kafka, "publish", "profiles", "--entities=10")
                        .err())
                .doesNotContain(sentence);
    }
}
