package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class BackTestCommandTest {
    /** A Monday. */
    private static final Instant MONDAY = Instant.parse("2024-01-08T00:00:00Z");

    private static final String DEAR = "[{id: dear, when: event.cost > 10, every: 1d}]";

    private final FakeTopic events = new FakeTopic(3);
    private final FakeTopic rules = new FakeTopic(1);
    private final FakeKafka kafka = new FakeKafka()
            .withTopics()
            .withModel(CallModel.withAggregates(42), PresetModels.tables())
            .withRecords(Topics.defaults().events(), events)
            .withRecords(Topics.defaults().rules(), rules);

    @TempDir
    private Path folder;

    /** Four days of two callers, of whom one has a dear call each evening and two on Thursday. */
    @BeforeEach
    void call() {
        for (int day = 0; day < 4; day++) {
            Instant noon = MONDAY.plus(Duration.ofDays(day)).plus(Duration.ofHours(12));
            call(0, noon, 7, 1);
            call(1, noon, 8, 1);
            call(0, noon.plusSeconds(3_600), 7, 11);
        }
        call(0, MONDAY.plus(Duration.ofDays(3)).plus(Duration.ofHours(20)), 7, 12);
    }

    private void call(int partition, Instant time, long subscriber, float cost) {
        Event call = new Event(subscriber, time.toEpochMilli(), 60, cost, false);
        events.add(
                partition,
                time.toEpochMilli(),
                null,
                CallCodec.of(EventFormat.JSON).encode(call));
    }

    private void live(String id, String json) {
        rules.add(
                0,
                MONDAY.toEpochMilli(),
                id.getBytes(UTF_8),
                json.replace('\'', '"').getBytes(UTF_8));
    }

    private CommandRun test(String yaml, String... args) {
        List<String> all = new ArrayList<>(List.of("rules", "test", "-", "--time-zone=UTC"));
        all.addAll(List.of(args));
        return CommandRun.withInput(yaml, kafka, all.toArray(String[]::new));
    }

    private static String withoutSpeed(String text) {
        return text.replaceAll("[0-9,]+ events/s, [0-9.]+ s", "N events/s, N s");
    }

    @Test
    void shouldReportWhatRulesWouldHaveFiredAndBesideWhichOfTheJob() {
        live("any", "{'id':'any','when':'event.cost > 11'}");
        live("quiet", "{'id':'quiet','when':'event.cost > 0','enabled':false}");
        live("shadow", "{'id':'shadow','when':'event.cost > 0','shadow':true}");
        live("muted", "{'id':'muted','when':'event.cost > 0','mute':{'keys':[]}}");
        live("dear", "{'id':'dear','when':'event.cost > 0'}");
        CommandRun run = test("""
                - {id: dear, when: event.cost > 10, enabled: false, valid: {from: 2099-01-01}}
                - {id: first, when: number_of_calls_this_day = 1, every: 1d}
                - {id: never, when: event.cost > 100}
                """, "--from=2024-01-09", "--to=2024-01-11").says("Days begin in UTC.\n");
        assertThat(withoutSpeed(run.out())).isEqualTo("""
                +-------+---------+----------+------------+----------+
                | rule  | firings | entities | suppressed | failures |
                +-------+---------+----------+------------+----------+
                | dear  |       4 |        1 |          0 |        0 |
                | first |       6 |        2 |          0 |        0 |
                | never |       0 |        0 |          0 |        0 |
                +-------+---------+----------+------------+----------+

                dear
                  2024-01-09  1  ####################
                  2024-01-10  1  ####################
                  2024-01-11  2  ########################################
                  most for 7: 4
                  the same events as any: 1 (25%); alone for 3 (75%)

                first
                  2024-01-09  2  ########################################
                  2024-01-10  2  ########################################
                  2024-01-11  2  ########################################
                  most for 7: 3, 8: 3
                  no rule of the job has fired for the same events

                13 events read since 2024-01-06T21:59:50Z, 13 applied, 0 left out; N events/s, N s.
                """);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(kafka.published()).isEmpty();
    }

    /** Calls of a dozen subscribers, which are dearer each day. */
    @Test
    void shouldReportWhatThePageShows() throws IOException {
        for (int minute = 0; minute < 4 * 1_440; minute += 5) {
            Instant time = MONDAY.plus(Duration.ofMinutes(minute));
            int subscriber = minute * 31 % 211 % 12;
            call(2, time, subscriber, minute % 7 + (minute / 1_440) + subscriber % 3);
        }
        live("dear-call", "{'id':'dear-call','when':'event.cost > 9'}");
        live("crosses-40", "{'id':'crosses-40','when':'total_cost_this_day >= 40','every':'1d'}");
        CommandRun run = test("""
                - id: dear-day
                  when: total_cost_this_day >= 100 and event.cost > 6
                - id: abroad
                  when: event.longDistance
                """, "--from=2024-01-08", "--to=2024-01-11");
        String page = Files.readString(Path.of("../docs/rules.md"));
        String shown = page.substring(page.indexOf("```text back-test\n") + "```text back-test\n".length());
        assertThat(withoutSpeed(shown.substring(0, shown.indexOf("```\n")))).isEqualTo(withoutSpeed(run.out()));
    }

    @Test
    void shouldKeepIntervalsAndWriteAlertsAsTheJobDoes() throws IOException {
        Path file = folder.resolve("alerts.jsonl");
        CommandRun run = test(DEAR, "--from=2024-01-11", "--alone", "--alerts=" + file, "--output=jsonl");
        assertThat(run.out())
                .startsWith("{\"from\":\"2024-01-11T00:00:00Z\",\"to\":\"")
                .contains("\"readFrom\":\"2024-01-09T22:59:50Z\",\"timeZone\":\"UTC\",\"sample\":1.0,\"notes\":[],")
                .contains("\"rule\":\"dear\",\"firings\":1,\"aboutOfAll\":1,\"firingsByDay\":[1,0,")
                .contains(
                        "\"entities\":1,\"suppressed\":1,\"failures\":0,"
                                + "\"mostFor\":[{\"key\":\"7\",\"firings\":1,\"percent\":100}],\"sameEventsAs\":[],\"alone\":1}]")
                .contains("\"leftOut\":{\"malformed\":0,\"ahead\":0,\"late\":0,");
        assertThat(Files.readString(file))
                .isEqualTo(
                        "{\"alertId\":\"dear-0-aim.events.v1-0-7\",\"rule\":\"dear\",\"version\":0,\"state\":\"firing\","
                                + "\"key\":\"7\",\"eventTime\":1704978000000,\"message\":\"dear is true for subscriber 7\","
                                + "\"values\":{\"event.cost\":11.00},\"suppressed\":{\"count\":0,\"since\":1704891600000}}\n");
        CommandRun again =
                test(DEAR, "--from=2024-01-11", "--alone", "--alerts=" + file).exits(ExitCode.USAGE);
        assertThat(again.err()).endsWith("alerts=" + file + " exists already. Give the name of a new file.\n");
    }

    @Test
    void shouldSampleTheSameEntitiesEachTimeAndSayHowManyThereAreAbout() {
        for (int subscriber = 1_000; subscriber < 2_000; subscriber++) {
            call(1, MONDAY.plus(Duration.ofDays(4)), subscriber, 20);
        }
        String[] args = {"--from=2024-01-12", "--to=2024-01-12", "--alone", "--sample=10%", "--output=csv"};
        CommandRun run = test(DEAR, args);
        String[] cells = run.out().lines().skip(1).findFirst().orElseThrow().split(",");
        assertThat(Integer.parseInt(cells[1])).isBetween(60, 140);
        assertThat(cells[2]).isEqualTo(cells[1] + "0");
        assertThat(test(DEAR, args).out()).isEqualTo(run.out());
        args[3] = "--sample=0.1";
        assertThat(test(DEAR, args).out()).isEqualTo(run.out());
    }

    @Test
    void shouldLeaveOutFurtherEntitiesAndSayHowManyEvents() {
        CommandRun run = test(DEAR, "--from=2024-01-09", "--to=2024-01-11", "--alone", "--max-entities=1");
        assertThat(run.err())
                .contains(" events were left out: they are of more than the 1 entities for which there is room."
                        + " Use --sample.\n");
        assertThat(run.out()).contains(" ofFurtherEntities);");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldCountWhatTheJobWouldRefuse() {
        events.add(0, MONDAY.toEpochMilli(), null, "{".getBytes(UTF_8));
        events.add(0, MONDAY.minusSeconds(11).toEpochMilli(), null, null);
        events.add(
                0,
                MONDAY.toEpochMilli(),
                null,
                CallCodec.of(EventFormat.JSON)
                        .encode(new Event(7, MONDAY.plusSeconds(11).toEpochMilli(), 60, 1, false)));
        CommandRun run = test(DEAR, "--from=2024-01-08", "--to=2024-01-11", "--alone");
        assertThat(run.out()).contains("3 left out (2 malformed, 1 ahead);");
        assertThat(run.err())
                .contains("The first malformed event: ")
                .contains("If all are, look at --format and --model.");
        assertThat(test(DEAR, "--from=2024-01-08", "--to=2024-01-11", "--alone", "--max-future-skew=11s")
                        .out())
                .contains("2 left out (2 malformed);");
    }

    // ---- what there is not

    @Test
    void shouldSaySinceWhenThereAreEventsAndFromWhenCountsAreComplete() {
        String perDay = "[{id: many, when: number_of_calls_this_day > 1}]";
        CommandRun young = test(perDay, "--from=2024-01-01", "--to=2024-01-11", "--alone");
        assertThat(young.err())
                .contains(
                        "The first event is of 2024-01-08T12:00:00Z, and none was deleted: counts are complete from the"
                                + " beginning.\n");
        assertThat(young.out()).contains("| many |       5 |");

        events.deleteBefore(0, 2);
        CommandRun cut = test(perDay, "--from=2024-01-09", "--to=2024-01-11", "--alone");
        assertThat(cut.err())
                .contains(
                        "Kafka has deleted events, and has all of them since 2024-01-09T12:00:00Z only. Counts are complete"
                                + " from 2024-01-10T13:00:10Z on.\n");
        assertThat(test(perDay, "--from=2024-01-11", "--to=2024-01-11", "--alone")
                        .err())
                .isEqualTo("Days begin in UTC.\n");
        assertThat(test(perDay, "--from=2024-01-09", "--to=2024-01-09", "--alone")
                        .err())
                .contains("Windows and intervals of the rules are as long as that, so counts are not complete.");
        events.deleteBefore(0, 9);
        assertThat(test(perDay, "--from=2024-01-09", "--alone").err())
                .contains("Kafka has deleted all events of a part of the topic, so counts are not complete.\n");
    }

    @Test
    void shouldReplayAllWhereAWindowHasNoEndInTimeAndSayForWhichRule() {
        String model = "--model=../docs/models/payments.yaml";
        String endless = "[{id: old, when: count_events_last_20_events > 3}]";
        CommandRun run = test(endless, "--from=2024-01-11", "--to=2024-01-11", "--alone", model);
        assertThat(run.err())
                .contains(
                        "Rule 'old' reads count_events_last_20_events, whose window has no end in time: all events that the"
                                + " topic has are replayed.\n")
                .contains("The first malformed event: ");
        assertThat(run.out())
                .contains("\n13 events read since 1970-01-01T00:00:00Z, 0 applied, 13 left out (13 malformed);");

        live("old", "{'id':'old','when':'count_events_last_20_events > 3'}");
        String young = "[{id: young, when: event.amount > 3}]";
        assertThat(test(young, "--from=2024-01-11", "--to=2024-01-11", model).err())
                .contains(" It is a rule of the job: --alone leaves those out.\n");
        events.deleteBefore(0, 1);
        assertThat(test(endless, "--from=2024-01-11", "--to=2024-01-11", model).err())
                .contains(
                        "Kafka has deleted events, and has all of them since 2024-01-08T13:00:00Z only. What rules read of"
                                + " earlier events is missing, so counts are not complete.\n");
    }

    @Test
    void shouldSayWhereThereAreNoEvents() {
        CommandRun run = test(DEAR, "--from=2024-02-01", "--to=2024-02-02", "--alone", "--output=csv");
        assertThat(run.err()).endsWith("Kafka has no events of this time.\n");
        assertThat(run.out()).isEqualTo("rule,firings,entities,suppressed,failures\ndear,0,0,0,0\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldSayHowFarItCameIfTheBrokerIsLost() {
        events.goneAfter(2);
        CommandRun run = test(DEAR, "--from=2024-01-08", "--to=2024-01-11", "--alone", "--timeout=1s")
                .exits(ExitCode.TIMEOUT);
        assertThat(run.err())
                .contains("No Kafka broker answers at localhost:9092 within 1 s. ")
                .contains(
                        "The back-test had read 46% of the events, up to those of 2024-01-09T13:00:00Z, and nothing was"
                                + " changed. Run it again; --timeout says how long no broker may answer, now 1s.\n");
        assertThat(run.out()).isEmpty();
    }

    // ---- what is refused

    private void shouldRefuse(String what, String yaml, String... args) {
        CommandRun run = test(yaml, args).exits(ExitCode.USAGE);
        assertThat(run.err()).contains(what);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void shouldRefuseWrongOptionsAndSayWhatToGive() {
        shouldRefuse("Give --cases FILE to run cases, or --from TIME to replay events of Kafka.", DEAR);
        shouldRefuse("Give --cases FILE to run cases", DEAR, "--from=7d", "--cases=cases.yaml");
        shouldRefuse("--sample is for --from, and cases have their own events.", DEAR, "--cases=c.yaml", "--sample=1%");
        for (String wrong : List.of("0", "0%", "101%", "2", "-1%", "one", "%", "")) {
            shouldRefuse(
                    "sample=" + wrong
                            + " is no share of the entities. Give a percentage such as 1%, or a fraction such as"
                            + " 0.01.",
                    DEAR,
                    "--from=7d",
                    "--sample=" + wrong);
        }
        shouldRefuse("from=9999-01-01 is in the future, of which there are no events.", DEAR, "--from=9999-01-01");
        shouldRefuse(
                "from=lately is no time. Give how long ago, such as 7d or 24h, a day such as", DEAR, "--from=lately");
        shouldRefuse("to=2024-01-08 is before from=2024-01-10.", DEAR, "--from=2024-01-10", "--to=2024-01-08");
        shouldRefuse("from=2000-01-01 is more than 3660 days before the end", DEAR, "--from=2000-01-01");
        shouldRefuse("timeout=50ms is outside 1s..1h. Give a time inside.", DEAR, "--from=7d", "--timeout=50ms");
        shouldRefuse("max-entities=0 is outside 1..2147483647.", DEAR, "--from=7d", "--max-entities=0");
    }

    @Test
    void shouldRefuseRulesThatTheModelCannotReadWithTheirPlace() {
        shouldRefuse(
                "stdin, line 1, column 20: There is no field \"event.cots\". Did you mean 'event.cost'?",
                "[{id: dear, when: 'event.cots > 10'}]",
                "--from=7d");
    }

    @Test
    void shouldLeaveOutRulesOfTheJobThatTheModelCannotRead() {
        live("old", "{'id':'old','when':'event.price > 11'}");
        CommandRun run = test(DEAR, "--from=2024-01-09", "--to=2024-01-11");
        assertThat(run.err()).contains("Rule 'old' of the job is left out, because the model cannot read it: ");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldSayHowToDoWithoutTheRulesOfAJob() {
        kafka.withoutTopic(Topics.defaults().rules());
        CommandRun run = test(DEAR, "--from=2024-01-09", "--to=2024-01-11").exits(ExitCode.FAILURE);
        assertThat(run.err()).contains("Or test the rules without those of the job, with --alone.");
    }
}
