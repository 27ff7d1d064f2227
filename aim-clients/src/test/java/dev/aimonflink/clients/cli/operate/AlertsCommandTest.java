package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.rules.report.ShadowsReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class AlertsCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();
    private final FakeTopic topic = new FakeTopic(1);

    private AlertsCommandTest alert(String rule, int number) {
        return value("{\"alertId\":\"" + rule + "-12-aim.events.v1-3-" + number + "\",\"rule\":\"" + rule
                + "\",\"version\":12,\"state\":\"firing\",\"key\":\"17\",\"eventTime\":1796112000000,\"message\":\"alert "
                + number + "\\nof 17\",\"values\":{\"event.cost\":50.40},\"suppressed\":{\"count\":" + number
                + ",\"since\":1796025600000}}");
    }

    private AlertsCommandTest value(String json) {
        byte[] key = "17".getBytes(StandardCharsets.UTF_8);
        topic.add(0, Map.of(), key, json.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private CommandRun run(String... args) {
        kafka.withRecords("aim.alerts.v1", topic);
        List<String> all = new ArrayList<>(List.of("alerts"));
        all.addAll(List.of(args));
        return CommandRun.of(kafka, all.toArray(String[]::new));
    }

    private static List<String> messages(CommandRun run) {
        return run.out()
                .lines()
                .map(line -> line.replaceAll(".*\"message\":\"alert (\\d+).*", "$1"))
                .toList();
    }

    @Test
    void shouldShowWhichRuleHasFiredForWhom() {
        alert("dear", 1).run().succeeds().shows("""
                +----------------------+------+--------+-----+---------------+
                | time                 | rule | state  | key | message       |
                +----------------------+------+--------+-----+---------------+
                | 2026-11-20T08:00:00Z | dear | firing | 17  | alert 1 of 17 |
                +----------------------+------+--------+-----+---------------+
                """);
    }

    @Test
    void shouldShowAllOfAnAlertToPrograms() {
        alert("dear", 3)
                .run("--output=jsonl")
                .shows("{\"time\":\"2026-11-20T08:00:00Z\",\"alertId\":\"dear-12-aim.events.v1-3-3\",\"rule\":\"dear\","
                        + "\"version\":12,\"state\":\"firing\",\"key\":\"17\",\"eventTime\":1796112000000,"
                        + "\"message\":\"alert 3\\nof 17\",\"values\":{\"event.cost\":50.40},"
                        + "\"suppressed\":{\"count\":3,\"since\":1796025600000}}\n");
    }

    @Test
    void shouldAskTheJobForWhatShadowsWouldHaveDone() {
        String alert = "{\"alertId\":\"%1$s-1-aim.events.v1-3-4\",\"rule\":\"%1$s\",\"version\":1,\"state\":\"firing\","
                + "\"key\":\"17\",\"eventTime\":1796112000000,\"message\":\"%1$s is true\",\"values\":{}}";
        kafka.withJob(request -> {
            assertThat(request.asked()).isEqualTo(ShadowsReport.asked());
            return Results.ok(
                    request,
                    new ShadowsReport().answerColumns(),
                    List.of(
                            List.of("2026-11-20T08:00:00Z", alert.formatted("dear")),
                            List.of("2026-11-20T08:00:01Z", alert.formatted("other")),
                            List.of("2026-11-20T08:00:02Z", alert.formatted("dear"))));
        });
        CommandRun run = CommandRun.of(kafka, "alerts", "--shadow", "--rule=dear", "--output=csv")
                .says("");
        assertThat(run.out()).contains("2026-11-20T08:00:00Z,dear-1-aim.events.v1-3-4", "2026-11-20T08:00:02Z,dear-1");
        assertThat(run.out()).doesNotContain("other");
        kafka.withJob(request -> Results.error(request, Code.UNKNOWN_QUERY));
        CommandRun older = CommandRun.of(kafka, "alerts", "--shadow").exits(ExitCode.FAILURE);
        assertThat(older.err()).startsWith("The job does not say what its shadow rules would have done: ");
    }

    @Test
    void shouldShowTheNewestAndThoseOfARule() {
        for (int i = 0; i < 30; i++) {
            alert(i % 3 == 0 ? "dear" : "other", i);
        }
        assertThat(messages(run("--output=jsonl"))).hasSize(20).last().isEqualTo("29");
        assertThat(messages(run("--output=jsonl", "--rule=dear", "--last=3"))).containsExactly("21", "24", "27");
        CommandRun none =
                run("--rule=daer", "--output=csv").says("The topic aim.alerts.v1 has no alert of rule daer.\n");
        assertThat(none.out().lines()).hasSize(1);
        assertThat(none.exitCode()).isZero();
    }

    @Test
    void shouldFollow() {
        alert("dear", 1);
        topic.whileReading();
        alert("other", 2).alert("dear", 3);
        CommandRun run = run("--follow", "--rule=dear", "--output=jsonl");
        assertThat(messages(run)).containsExactly("1", "3");
        assertThat(run.err()).startsWith("No Kafka broker answers at localhost:9092 within 10 s. Start one");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void shouldGoOnWithATableThatItFollows() {
        alert("dear", 1);
        topic.whileReading();
        alert("a-rule-with-a-longer-name", 2);
        for (int i = 3; i <= 5; i++) {
            alert("dear", i);
        }
        run("--follow").shows("""
                +----------------------+------+--------+-----+---------------+
                | time                 | rule | state  | key | message       |
                +----------------------+------+--------+-----+---------------+
                | 2026-11-20T08:00:00Z | dear | firing | 17  | alert 1 of 17 |
                +----------------------+------+--------+-----+---------------+
                | 2026-11-20T08:00:01Z | a-rule-with-a-longer-name | firing | 17  | alert 2 of 17 |
                | 2026-11-20T08:00:02Z | dear                      | firing | 17  | alert 3 of 17 |
                | 2026-11-20T08:00:03Z | dear                      | firing | 17  | alert 4 of 17 |
                | 2026-11-20T08:00:04Z | dear | firing | 17  | alert 5 of 17 |
                """);
    }

    @Test
    void shouldShowWhatIsNoAlert() {
        CommandRun run = value("{\"id\":").value("7").alert("dear", 1).run("--output=csv");
        assertThat(run.out().lines().skip(1).toList())
                .first()
                .isEqualTo("2026-11-20T08:00:00Z,,,,,,,\"no alert: {\"\"id\"\":\",,");
        assertThat(run.out()).contains("no alert: 7");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        run("--last=0").exits(ExitCode.USAGE);
        assertThat(run("--last=10001").err()).contains("last=10001");
        assertThat(run("--follow", "--output=json").err())
                .startsWith(
                        "--output json is one document, and here each record is written as it is read. Give --output jsonl.\n");
    }

    @Test
    void shouldSayThatThereIsNoTopic() {
        kafka.withoutTopic("aim.alerts.v1");
        CommandRun run = run().exits(ExitCode.FAILURE);
        assertThat(run.err()).contains("has no topic aim.alerts.v1. Create it with `aim topics create`");
    }
}
