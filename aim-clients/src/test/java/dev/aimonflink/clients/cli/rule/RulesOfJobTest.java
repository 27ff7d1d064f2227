package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.rules.report.RulesReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of a job that answers, as commands write and show them. */
@Timeout(60)
class RulesOfJobTest {
    private static final String TWO = """
            - {id: dear, when: event.cost > 100}
            - {id: many, when: number_of_calls_this_day > 10, every: 1d}
            """;

    private static final String USER = System.getProperty("user.name");

    private final FakeKafka kafka = new FakeKafka().withTopics();
    private Path file;

    private Long delayMs = 5L;
    private String zone = "UTC";

    /** What the job says of rules, beside how far it has read. */
    private final List<List<Object>> figures = new ArrayList<>();

    RulesOfJobTest() {
        kafka.withJob(request -> report(request, kafka.published().size() - 1L));
    }

    private QueryResult report(Request request, long read) {
        assertThat(request.asked()).isEqualTo(RulesReport.asked());
        List<List<Object>> rows = new ArrayList<>();
        rows.add(Arrays.asList(null, read, null, null, null, null, delayMs, "limits,offers", zone, 0L));
        rows.addAll(figures);
        return Results.ok(request, new RulesReport().answerColumns(), rows);
    }

    private CommandRun withInput(String input, String... args) {
        List<String> all = new ArrayList<>(List.of("rules"));
        all.addAll(List.of(args));
        return CommandRun.withInput(input, kafka, all.toArray(String[]::new));
    }

    private CommandRun rules(String... args) {
        return withInput("", args);
    }

    private CommandRun put(String yaml) {
        CommandRun run = withInput(yaml, "put", "-", "--yes", "--output=csv").succeeds();
        return run;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : text(header.value());
    }

    // ---- put

    @Test
    void shouldWriteAVersionForEachRuleThatChangesAndWaitForTheJob() {
        put(TWO).says("""
                added dear
                  + id: "dear"
                  + when: "event.cost > 100"
                added many
                  + id: "many"
                  + when: "number_of_calls_this_day > 10"
                  + every: "1d"
                  + start: "fixed"
                Every partition of the job has read version 1. It judges the events that Kafka takes from 2026-11-20T08:00:01.005Z on.
                """).shows("""
                rule,change,version,judgesFrom
                dear,added,0,2026-11-20T08:00:00.005Z
                many,added,1,2026-11-20T08:00:01.005Z
                """);
        ProducerRecord<byte[], byte[]> record = kafka.published().get(0);
        assertThat(text(record.key())).isEqualTo("dear");
        assertThat(text(record.value())).isEqualTo("{\"id\":\"dear\",\"when\":\"event.cost > 100\"}");
        assertThat(header(record, "aim.by")).isEqualTo(USER);
        assertThat(header(record, "aim.checked-for"))
                .isEqualTo(Long.toString(CallModel.schema(42).fingerprint()));
        assertThat(header(record, "aim.note")).isNull();

        CommandRun second = withInput(
                        TWO.replace("> 100", "> 200") + "- {id: new, when: event.longDistance}\n",
                        "put",
                        "-",
                        "--yes",
                        "--note=dearer",
                        "--output=csv")
                .shows("""
                rule,change,version,judgesFrom
                dear,changed,2,2026-11-20T08:00:02.005Z
                many,unchanged,1,
                new,added,3,2026-11-20T08:00:03.005Z
                """);
        assertThat(second.err()).startsWith("""
                changed dear
                  - when: "event.cost > 100"
                  + when: "event.cost > 200"
                added new
                """);
        assertThat(header(kafka.published().get(2), "aim.note")).isEqualTo("dearer");

        put("- {id: new, when: event.longDistance}")
                .says("2 other rules stay.\nNothing changes.\n")
                .shows("rule,change,version,judgesFrom\nnew,unchanged,3,\n");
        assertThat(kafka.published()).hasSize(4);
    }

    @Test
    void shouldWriteNothingIfARuleIsWrong() {
        withInput(TWO + "- {id: wrong, when: event.cots > 1}", "put", "-", "--yes")
                .refuses("stdin, line 3, column 21: There is no field \"event.cots\". Did you mean 'event.cost'?\n");
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldShowWhatWouldChange() {
        CommandRun run = withInput(TWO, "put", "-", "--dry-run", "--output=csv")
                .succeeds()
                .shows("rule,change,version,judgesFrom\ndear,added,,\nmany,added,,\n");
        assertThat(run.err()).startsWith("added dear\n");
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldNotWriteWithoutBeingToldTo() {
        CommandRun run = withInput(TWO, "put", "-").exits(ExitCode.USAGE);
        assertThat(run.err()).endsWith("Nobody can be asked here. Give --yes to write the changes.\n");
        assertThat(kafka.published()).isEmpty();
    }

    private CommandRun asked(InputStream person) {
        return asked(person, "put", file.toString());
    }

    private CommandRun asked(InputStream person, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Aim.run(
                new Environment(
                        person,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        true,
                        kafka),
                Stream.concat(Stream.of("rules"), Stream.of(args)).toArray(String[]::new));
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldAskWhoeverWritesAndTakeNothingForNo(@TempDir Path folder) throws IOException {
        file = Files.writeString(folder.resolve("rules.yaml"), TWO);
        for (String no : List.of("n\n", "\n", "")) {
            CommandRun refused = asked(new ByteArrayInputStream(bytes(no))).succeeds();
            assertThat(refused.err()).endsWith("Write 2 changes? [y/N] Nothing was written.\n");
            assertThat(kafka.published()).isEmpty();
        }
        asked(new ByteArrayInputStream(bytes("yes\n"))).succeeds();
        assertThat(kafka.published()).hasSize(2);
    }

    @Test
    void shouldAskBeforeItDeletes() {
        put(TWO);
        CommandRun unasked = rules("delete", "dear", "many").exits(ExitCode.USAGE);
        assertThat(unasked.err())
                .contains("deleted dear\n", "deleted many\n")
                .endsWith("Nobody can be asked here. Give --yes to write the changes.\n");
        CommandRun refused = asked(new ByteArrayInputStream(bytes("n\n")), "delete", "dear", "many");
        assertThat(refused.exitCode()).isZero();
        assertThat(refused.err()).endsWith("Write 2 changes? [y/N] Nothing was written.\n");
        assertThat(kafka.published()).hasSize(2);
        asked(new ByteArrayInputStream(bytes("y\n")), "delete", "dear");
        assertThat(kafka.published()).hasSize(3);
    }

    @Test
    void shouldSayThatSomebodyElseHasChangedARuleMeanwhile(@TempDir Path folder) throws IOException {
        file = Files.writeString(folder.resolve("rules.yaml"), TWO);
        InputStream slow = new ByteArrayInputStream(bytes("y\n")) {
            private boolean isFirst = true;

            @Override
            public synchronized int read(byte[] into, int from, int length) {
                if (isFirst) {
                    isFirst = false;
                    byte[] other = bytes("{\"id\":\"many\",\"when\":\"event.cost > 7\"}");
                    kafka.records("aim.rules.v1").add(0, Map.of(), bytes("many"), other);
                }
                return super.read(into, from, length);
            }
        };
        kafka.withJob(request -> report(request, 2));
        assertThat(asked(slow).err())
                .contains("Somebody else has changed many at the same time: look at `aim rules log many`.\n")
                .doesNotContain("changed dear at");
    }

    @Test
    void shouldNeedAFileOrAVersion() {
        assertThat(rules("put").err()).startsWith("Give a file of rules, or the --version to which to go back.\n");
        assertThat(withInput("", "put", "-", "--rule=dear").err())
                .startsWith("--rule is for --version; of a file, all rules are put. Leave it out.\n");
    }

    @Test
    void shouldNeedAModelAndATopic() {
        kafka.withoutJob();
        withInput(TWO, "put", "-", "--yes")
                .fails("No job says which model it has. Start the job, or name its model with --model or AIM_MODEL.\n");

        kafka.withoutTopic("aim.rules.v1");
        CommandRun noTopic =
                withInput(TWO, "put", "-", "--yes", "--model=aim-42").exits(ExitCode.FAILURE);
        assertThat(noTopic.err()).contains("has no topic aim.rules.v1. Create it with `aim topics create`");
    }

    @Test
    void shouldSayIfTheJobDoesNotReadTheVersions() {
        kafka.withJob(request -> report(request, -1));
        CommandRun run = withInput(TWO, "put", "-", "--yes", "--timeout=50ms").exits(ExitCode.TIMEOUT);
        assertThat(run.err())
                .endsWith("The versions are written, but within 50ms no job has said that all its partitions have read"
                        + " version 1. See with `aim doctor` that one runs; `aim rules list` says what it has.\n");

        withInput("- {id: third, when: event.longDistance}", "put", "-", "--yes", "--no-wait")
                .succeeds();
    }

    @Test
    void shouldSayWithWhichErrorTheJobAnswers() {
        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        CommandRun run = withInput(TWO, "put", "-", "--yes", "--timeout=50ms").exits(ExitCode.TIMEOUT);
        assertThat(run.err())
                .contains(
                        "The job does not say what it does with rules: No luck.\nThe versions are written, but within 50ms");
    }

    @Test
    void shouldWriteTheSameAgainWhereItDoesNotJudge() {
        put(TWO);
        figures.add(Arrays.asList("dear", null, 0L, 0L, 0L, "Version 0: No.", null, null, null));
        kafka.records("aim.rules.v1").add(0, Map.of(), bytes("many"), new byte[] {'{'});
        CommandRun run = withInput(TWO, "put", "-", "--yes", "--no-wait", "--output=csv");
        assertThat(run.out()).contains("dear,again,3,", "many,again,4,");
        assertThat(run.err()).startsWith("again dear\nagain many\n");
        assertThat(text(kafka.published().get(2).value())).isEqualTo("{\"id\":\"dear\",\"when\":\"event.cost > 100\"}");
    }

    @Test
    void shouldTakeTheDaysOfTheJobUnlessToldOtherwise() {
        zone = "Europe/Zurich";
        String yaml = "- {id: dear, when: event.cost > 100, valid: {from: 2026-12-01}}";
        CommandRun ofJob = put(yaml);
        assertThat(ofJob.err()).startsWith("Days begin in Europe/Zurich, as in the job.\n");
        assertThat(text(kafka.published().get(0).value())).contains("\"from\":\"2026-11-30T23:00:00Z\"");
        CommandRun given = withInput(yaml, "put", "-", "--yes", "--time-zone=Asia/Tokyo");
        assertThat(given.err()).startsWith("Days begin in Asia/Tokyo.\n");
        assertThat(text(kafka.published().get(1).value())).contains("\"from\":\"2026-11-30T15:00:00Z\"");
        assertThat(rules("mute", "dear", "--until=2026-12-24").err())
                .startsWith("Days begin in Europe/Zurich, as in the job.\n");
        assertThat(text(kafka.published().get(2).value())).contains("\"until\":\"2026-12-23T23:00:00Z\"");
        assertThat(rules("mute", "dear", "--until=9999-12-31T23:59:59-01:00").err())
                .doesNotContain("Days");
        assertThat(text(kafka.published().get(3).value())).contains("\"until\":\"9999-12-31T23:59:59Z\"");
        kafka.withJob(request -> null);
        assertThat(withInput(yaml, "put", "-", "--dry-run", "--timeout=50ms").err())
                .startsWith("Days begin in UTC, since no job says where. --time-zone says another zone.\n");
    }

    @Test
    void shouldSayIfTheJobCannotJudgeByAVersion() {
        figures.add(Arrays.asList("dear", null, 0L, 0L, 0L, "Version 0: No.", null, null, null));
        CommandRun run = withInput(TWO, "put", "-", "--yes").exits(ExitCode.PARTIAL);
        assertThat(run.err())
                .endsWith("Every partition of the job has read version 1.\ndear does not judge so. Version 0: No.\n");
    }

    private static String withAction(String topic) {
        return "- {id: free, when: event.cost > 1, action: {topic: " + topic
                + ", key: subscriber_id, event: {who: subscriber_id}}}";
    }

    @Test
    void shouldRefuseWhatTheJobWouldRefuse() {
        for (String option : List.of("--yes", "--dry-run")) {
            withInput(withAction("offer"), "put", "-", option)
                    .refuses("Rule free: The job may not write events to topic 'offer'. It may to those of"
                            + " aim.rules.topics: limits, offers. Nothing was written.\n");
        }
        assertThat(kafka.published()).isEmpty();
        put(withAction("offers"));
        kafka.withJob(request -> null);
        CommandRun unasked =
                withInput(withAction("offer"), "put", "-", "--yes", "--no-wait", "--timeout=50ms", "--output=csv");
        assertThat(unasked.out()).as("no job says what it allows").endsWith("free,changed,1,\n");
    }

    @Test
    void shouldSayThatNoRuleJudges() {
        delayMs = null;
        CommandRun disabled =
                withInput(TWO, "put", "-", "--yes", "--output=csv").exits(ExitCode.PARTIAL);
        assertThat(disabled.out()).endsWith("many,added,1,\n");
        assertThat(disabled.err())
                .endsWith("The versions are written, but the job reads no rules: it was started with"
                        + " aim.alerts.enabled=false.\n");

        delayMs = 5L;
        kafka.withTopic(new TopicState("aim.events.v1", 4, 1, Map.of("message.timestamp.type", "CreateTime")));
        CommandRun withoutTimes = withInput(TWO.replace("> 100", "> 200"), "put", "-", "--yes", "--output=csv")
                .exits(ExitCode.PARTIAL);
        assertThat(withoutTimes.out()).contains("dear,changed,2,\n");
        assertThat(withoutTimes.err())
                .endsWith(
                        "The versions are written, but no rule judges the events of topic aim.events.v1, because their"
                                + " producers set their times. Set message.timestamp.type=LogAppendTime for the topic.\n");
    }

    @Test
    void shouldWaitUntilTheNewVersionJudges() {
        delayMs = 300L;
        long startNanos = System.nanoTime();
        put(TWO);
        assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
        delayMs = TimeUnit.DAYS.toMillis(1);
        CommandRun bounded = withInput("- {id: new, when: event.longDistance}", "put", "-", "--yes", "--timeout=50ms")
                .exits(ExitCode.TIMEOUT);
        assertThat(bounded.err())
                .endsWith("Every partition of the job has read version 2. It judges the events that Kafka takes from"
                        + " 2026-11-21T08:00:02Z on, which is not within 50ms.\n");
    }

    @Test
    void shouldAgreeToNoMoreRulesThanAJobTakes() {
        FakeTopic full = new FakeTopic(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] key = bytes("r" + i);
            full.add(0, Map.of(), key, bytes("{\"id\":\"r" + i + "\",\"when\":\"true\"}"));
        }
        kafka.withRecords("aim.rules.v1", full);
        for (String option : List.of("--yes", "--dry-run", "--no-wait")) {
            CommandRun run = withInput("- {id: dear, when: event.cost > 100}", "put", "-", option)
                    .exits(ExitCode.USAGE);
            assertThat(run.err()).contains("There would be 10001 rules, more than 10000. Delete some");
        }
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldGoBackToAVersion() {
        put(TWO);
        put(TWO.replace("> 100", "> 200"));
        put("- {id: later, when: event.longDistance}");
        rules("delete", "many", "--yes").succeeds();

        rules("put", "--version=1", "--rule=dear", "--yes", "--output=csv")
                .shows("rule,change,version,judgesFrom\ndear,changed,5,2026-11-20T08:00:05.005Z\n");
        assertThat(text(kafka.published().get(5).value())).contains("> 100");

        CommandRun unused = rules("put", "--version=2", "--yes", "--output=csv").shows("""
                rule,change,version,judgesFrom
                dear,changed,6,2026-11-20T08:00:06.005Z
                later,deleted,7,2026-11-20T08:00:07.005Z
                many,added,8,2026-11-20T08:00:08.005Z
                """);
        assertThat(kafka.published().get(7).value()).isNull();

        rules("put", "--version=9", "--yes").says("version=9 is none: the newest is 8. `aim rules log` shows all.\n");
        rules("put", "--version=2", "--rule=daer", "--yes").says("There is no rule 'daer'. Did you mean 'dear'?\n");
    }

    @Test
    void shouldGoBackWhateverARuleIsThatStaysAsItIs() {
        kafka.withJob(request -> null);
        withInput(
                withAction("offer") + "\n- {id: two, when: event.cost > 2}",
                "put",
                "-",
                "--yes",
                "--no-wait",
                "--timeout=50ms");
        kafka.withJob(request -> report(request, kafka.published().size() - 1L));
        put("- {id: two, when: event.cost > 3}");
        CommandRun back = rules("put", "--version=1", "--yes", "--output=csv").succeeds();
        assertThat(back.out()).contains("free,unchanged,0,", "two,changed,3,");
    }

    // ---- switches

    @Test
    void shouldNotEnableWhatTheJobWouldRefuse() {
        put(withAction("offers"));
        rules("disable", "free").succeeds();
        kafka.withJob(request -> Results.ok(
                request,
                new RulesReport().answerColumns(),
                List.of(Arrays.asList(null, 1L, null, null, null, null, delayMs, "limits", zone, 0L))));
        CommandRun run = rules("enable", "free").exits(ExitCode.USAGE);
        assertThat(run.err()).startsWith("Rule free: The job may not write events to topic 'offers'.");
        assertThat(kafka.published()).hasSize(2);
    }

    @Test
    void shouldDeleteWhatCannotBeRead() {
        put(TWO);
        FakeTopic topic = kafka.records("aim.rules.v1");
        byte[] garbage = {'{'};
        topic.add(0, Map.of(), null, garbage);
        topic.add(0, Map.of(), bytes("a b"), garbage);
        topic.add(0, Map.of(), bytes("many"), garbage);
        kafka.withJob(request -> report(request, 99));
        assertThat(rules("list")
                        .err()
                        .lines()
                        .map(line -> line.replaceAll("(read: Rule [^:]*: ).*?( `| The v|$)", "$1...$2")))
                .containsExactly(
                        "Version 2 of rule '' cannot be read: The record has no key, so it is of no rule. `aim rules delete ''` removes it.",
                        "Version 3 of rule 'a b' cannot be read: Rule a b: ... `aim rules delete 'a b'` removes it.",
                        "Version 4 of rule 'many' cannot be read: Rule many: ... The version before it stays.");
        CommandRun run =
                rules("delete", "", "a b", "many", "--yes", "--output=csv").succeeds();
        assertThat(run.out()).contains("a b,deleted,6,", "many,deleted,7,");
        assertThat(kafka.published().get(2).key()).isEmpty();
        assertThat(kafka.published().get(2).value()).isNull();
        rules("list").says("");
        assertThat(rules("delete", "", "--yes").err()).startsWith("There is no rule ''. ");
    }

    @Test
    void shouldMuteDisableEnableAndDeleteByNewVersions() {
        put(TWO);
        rules("mute", "dear", "--key=17,18", "--until=2026-12-24", "--time-zone=Europe/Zurich")
                .succeeds();
        assertThat(text(kafka.published().get(2).value()))
                .isEqualTo("{\"id\":\"dear\",\"when\":\"event.cost > 100\",\"mute\":{\"keys\":[\"17\",\"18\"],"
                        + "\"until\":\"2026-12-23T23:00:00Z\"}}");
        assertThat(header(kafka.published().get(2), "aim.checked-for")).isNotNull();
        assertThat(rules("disable", "dear", "many").out()).contains("dear", "many", "changed");
        rules("list", "--output=csv").shows("""
                rule,version,since,by,state,fired,perHour,suppressed,failed,cpuSeconds,fault
                dear,3,2026-11-20T08:00:03Z,%1$s,disabled,,,,,,
                many,4,2026-11-20T08:00:04Z,%1$s,disabled,,,,,,
                """.formatted(USER));
        rules("enable", "dear", "many").succeeds();
        assertThat(text(kafka.published().get(5).value())).isEqualTo("{\"id\":\"dear\",\"when\":\"event.cost > 100\"}");
        rules("enable", "dear").says("Nothing changes.\n");
        rules("delete", "dear", "--yes").succeeds();
        assertThat(kafka.published().get(7).value()).isNull();
        assertThat(header(kafka.published().get(7), "aim.checked-for")).isNull();
        rules("delete", "dear", "--yes")
                .says("There is no rule 'dear'. `aim rules list` shows those that there are.\n");
        rules("mute", "many", "--key=seven")
                .says("key='seven' is not a subscriberId in decimal digits. Give the subscriberId of a subscriber.\n");
        rules("mute", "many", "--key=017").succeeds();
        assertThat(text(kafka.published().get(8).value())).contains("\"mute\":{\"keys\":[\"17\"]}");
        kafka.withoutJob();
        assertThat(rules("mute", "many", "--key=seven", "--no-wait").exitCode())
                .as("of an unknown model")
                .isZero();
        rules("mute", "many", "--until=soon", "--timeout=50ms")
                .says(
                        "until=soon is no time. Give a day such as 2026-12-24, or a time such as 2026-12-24T18:00:00Z.\n");
    }

    // ---- list, show, log

    @Test
    void shouldListRulesWithWhatTheJobSaysOfThem() {
        put(TWO);
        figures.add(Arrays.asList("dear", 0L, 7L, 8L, 9L, "Version 2: No.", null, null, null));
        rules("mute", "many", "--no-wait").succeeds();
        kafka.withJob(request -> report(request, 1));
        rules("list", "--output=csv")
                .says("The job has read the rules up to version 1; the newest is 2.\n")
                .shows("""
                rule,version,since,by,state,fired,perHour,suppressed,failed,cpuSeconds,fault
                dear,0,2026-11-20T08:00:00Z,%1$s,"refused, version 0 judges",7,,8,9,,Version 2: No.
                many,2,2026-11-20T08:00:02Z,%1$s,muted,,,,,,
                """.formatted(USER));

        figures.set(0, Arrays.asList("dear", null, 0L, 0L, 0L, "Version 0: No.", null, null, null));
        assertThat(rules("list", "--output=csv").out())
                .contains(",\"refused, nothing judges\",0,,0,0,,Version 0: No.\n");
        kafka.withJob(request -> report(request, -1));
        assertThat(rules("list", "--output=csv").out())
                .as("of a version that it has not read")
                .contains(",enabled,0,0.0,0,0,");

        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        CommandRun alone = rules("list", "--output=csv");
        assertThat(alone.out()).contains("dear,0,2026-11-20T08:00:00Z," + USER + ",enabled,,,,,,\n");
        assertThat(alone.err()).isEqualTo("The job does not say what it does with rules: No luck.\n");
        kafka.withJob(request -> null);
        rules("list", "--timeout=50ms")
                .says("No job answers, so what rules have done is not known. `aim doctor` looks why.\n");
    }

    private void suspend(long version) {
        kafka.records("aim.rules.v1")
                .add(
                        0,
                        Map.of("aim.by", "the job", "aim.note", "Too dear.", "aim.suspends", Long.toString(version)),
                        bytes("dear"),
                        bytes("{\"id\":\"dear\",\"when\":\"event.cost > 100\",\"enabled\":false}"));
    }

    @Test
    void shouldSayThatTheJobHasSuspendedARuleAndLeaveOutWhatCameTooLate() {
        put(TWO);
        suspend(0);
        suspend(0);
        figures.add(
                Arrays.asList("dear", null, 0L, 0L, 0L, "Version 2: Too dear.", null, null, null, null, 5_000_000L));
        assertThat(rules("list", "--output=csv").out()).startsWith("""
                rule,version,since,by,state,fired,perHour,suppressed,failed,cpuSeconds,fault
                dear,2,2026-11-20T08:00:02Z,the job,suspended,0,0.0,0,0,0.005,Too dear.
                """);
        assertThat(rules("log", "dear", "--output=csv").out()).contains(",dear,the job,suspended,Too dear.,");
        figures.clear();
        CommandRun enabled = rules("enable", "dear", "--no-wait").succeeds();
        assertThat(enabled.err()).contains("A job has suspended rule 'dear': Too dear. It suspends it again");
        suspend(0);
        assertThat(rules("list", "--output=csv").out()).contains("," + USER + ",enabled,");
        assertThat(rules("log", "dear", "--output=csv").out())
                .contains(",dear," + USER + ",\"enabled, as in version 0\",");
    }

    @Test
    void shouldShowARuleAsAFileHasIt() {
        put(TWO.replace("every: 1d", "every: 1d, message: \"{number_of_calls_this_day}: many\""));
        String shown = rules("show", "many").out();
        assertThat(shown).isEqualTo("""
                # version 1, of 2026-11-20T08:00:01Z, by %s
                - id: "many"
                  when: "number_of_calls_this_day > 10"
                  every: "1d"
                  start: "fixed"
                  message: "{number_of_calls_this_day}: many"
                """.formatted(USER));
        put(shown).says("1 other rule stays.\nNothing changes.\n");
        put("- {id: many, when: number_of_calls_this_day > 20}");
        rules("show", "many", "--version=1").shows(shown);
        rules("show", "many", "--version=0")
                .says("There was no rule 'many' at version 0. `aim rules log many` shows its versions.\n");
        rules("show", "mamy").says("There is no rule 'mamy'. Did you mean 'many'?\n");
    }

    @Test
    void shouldLogWhoChangedWhat() {
        put(TWO);
        withInput("- {id: dear, when: event.cost > 200, priority: 1}", "put", "-", "--yes", "--note=dearer");
        kafka.records("aim.rules.v1").add(0, Map.of("aim.by", "hand"), bytes("dear"), new byte[] {'{'});
        rules("delete", "dear", "--yes", "--no-wait");
        CommandRun run = rules("log", "dear", "--output=csv");
        assertThat(run.out().lines().map(line -> line.replaceAll(",-?\\d{9,},", ",N,")
                        .replaceAll("(\"unreadable: Rule dear: ).*\"", "$1...\"")))
                .containsExactly(
                        "version,time,rule,by,change,note,checkedFor,differences",
                        "0,2026-11-20T08:00:00Z,dear," + USER + ",added,,N,\"+ id: \"\"dear\"\"",
                        "+ when: \"\"event.cost > 100\"\"\"",
                        "2,2026-11-20T08:00:02Z,dear," + USER
                                + ",\"changed when from \"\"event.cost > 100\"\" to \"\"event.cost > 200\"\", priority to 1\",dearer,N,\"- when: \"\"event.cost > 100\"\"",
                        "+ when: \"\"event.cost > 200\"\"",
                        "+ priority: 1\"",
                        "3,2026-11-20T08:00:03Z,dear,hand,\"unreadable: Rule dear: ...\",,,",
                        "4,2026-11-20T08:00:04Z,dear," + USER + ",deleted,,,\"- id: \"\"dear\"\"",
                        "- when: \"\"event.cost > 200\"\"",
                        "- priority: 1\"");
        assertThat(rules("log").out())
                .contains(
                        "| many ", "| changed when from \"event.cost > 100\" to \"event.cost > 200\", priority to 1 ");
    }

    @Test
    void shouldLogToWhatARuleWasChangedAndWhenItWasSoBefore() {
        put(TWO);
        String many = "{id: many, every: 1d, when: event.longDistance and event.cost > 100 and zip = '8000' and ";
        put("- " + many + "event.durationSeconds > 60}");
        put("- " + many + "event.durationSeconds > 90, resolve: true}");
        put("- " + many + "event.durationSeconds > 60}");
        rules("delete", "many", "--yes");
        rules("put", "--version=1", "--rule=many", "--yes");
        assertThat(rules("log", "many", "--output=csv").out().lines().filter(line -> line.contains(",many,")))
                .map(line -> line.split(",many," + USER + ",")[1].replaceAll(",,-?\\d+,.*|,,,.*", ""))
                .containsExactly(
                        "added",
                        "\"changed when from \"\"number_of_calls_this_day > 10\"\" to "
                                + "\"\"event.longDistance and event.cost > 100 and zip = '8000' an...\"",
                        "\"changed when from ...Seconds > 60\"\" to ...Seconds > 90\"\", resolve to true\"",
                        "\"changed when from ...Seconds > 90\"\" to ...Seconds > 60\"\", no resolve, as in version 2\"",
                        "deleted",
                        "\"added, as in version 1\"");
    }
}
