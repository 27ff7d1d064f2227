package dev.aimonflink.clients.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.core.matrix.QueryError.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class DoctorCommandTest {
    private final FakeKafka kafka = new FakeKafka();

    private static JsonNode finding(CommandRun run, String check) throws Exception {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode each : new ObjectMapper().readTree(run.out())) {
            if (each.path("check").asText().equals(check)) {
                found.add(each);
            }
        }
        assertThat(found).as(run.out()).hasSize(1);
        return found.get(0);
    }

    private CommandRun run(String... more) {
        List<String> args = new ArrayList<>(List.of("doctor", "--output=json", "--bootstrap=" + FakeKafka.BOOTSTRAP));
        args.addAll(List.of(more));
        return CommandRun.of(kafka, args.toArray(String[]::new));
    }

    @Test
    void shouldFindNothingWrongWhereTheJobAnswers() throws Exception {
        kafka.withTopics().withJob(request -> Results.ok(request, List.of("max"), List.of(List.of(1L))));
        CommandRun run = run();
        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(finding(run, "broker").path("detail").asText()).isEqualTo("broker:9092 answers");
        assertThat(finding(run, "topic aim.events.v1").path("verdict").asText()).isEqualTo("ok");
        assertThat(finding(run, "job").path("detail").asText())
                .isEqualTo("it runs: 2 of 2 partitions answered, with 1000 subscribers");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldShowATable() {
        kafka.withTopics().withJob(request -> Results.ok(request, List.of("max"), List.of(List.of(1L))));
        CommandRun run = CommandRun.of(kafka, "doctor");
        assertThat(run.out()).contains("| check ", "| broker ", " ok ");
    }

    @Test
    void shouldFailWhereTopicsAreMissingAndAskNobody() throws Exception {
        CommandRun run = run();
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        JsonNode events = finding(run, "topic aim.events.v1");
        assertThat(events.path("verdict").asText()).isEqualTo("fail");
        assertThat(events.path("mend").asText()).isEqualTo("Run aim topics create.");
        assertThat(run.out()).doesNotContain("\"job\"");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldWarnOfATopicThatASingleTaskReads() throws Exception {
        kafka.withTopics(TopicSettings.defaults().withPartitions(TopicRole.EVENTS, 1))
                .withJob(request -> Results.ok(request, List.of("max"), List.of(List.of(1L))));
        CommandRun run = run();
        assertThat(run.exitCode()).isZero();
        JsonNode events = finding(run, "topic aim.events.v1");
        assertThat(events.path("verdict").asText()).isEqualTo("warn");
        assertThat(events.path("mend").asText())
                .isEqualTo("Add partitions: kafka-topics.sh --alter --topic aim.events.v1 --partitions 4.");
    }

    @Test
    void shouldFailWhereATopicTakesItsTimeFromClientsOrForgetsProfiles() throws Exception {
        kafka.withTopics()
                .withTopic(new TopicState(
                        "aim.events.v1",
                        4,
                        1,
                        Map.of("message.timestamp.type", "CreateTime", "cleanup.policy", "delete")))
                .withTopic(new TopicState(
                        "aim.subscribers.v1",
                        4,
                        1,
                        Map.of("message.timestamp.type", "LogAppendTime", "cleanup.policy", "delete")));
        CommandRun run = run();
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(finding(run, "topic aim.events.v1").path("detail").asText())
                .isEqualTo("message.timestamp.type is CreateTime, not LogAppendTime");
        assertThat(finding(run, "topic aim.subscribers.v1").path("mend").asText())
                .isEqualTo(
                        "Run kafka-configs.sh --alter --topic aim.subscribers.v1 --add-config cleanup.policy=compact.");
    }

    @Test
    void shouldFailWhereTheJobDoesNotAnswer() throws Exception {
        kafka.withTopics();
        CommandRun run = run("--timeout=10ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(finding(run, "job").path("detail").asText()).isEqualTo("no answer within 10ms");
    }

    @Test
    void shouldWarnWhereTheJobAnswersWithAnError() throws Exception {
        kafka.withTopics().withJob(request -> Results.error(request, Code.OVERLOADED));
        CommandRun run = run();
        assertThat(run.exitCode()).isZero();
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("warn");
        assertThat(finding(run, "job").path("detail").asText()).isEqualTo("it runs and answers OVERLOADED: No luck.");
    }

    @Test
    void shouldLookAtTheClusterWhereItsAddressIsGiven() throws Exception {
        kafka.withTopics().withJob(request -> Results.ok(request, List.of("max"), List.of(List.of(1L))));
        // Port 1 is nobody's.
        CommandRun run = run("--rest=http://127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(finding(run, "flink").path("verdict").asText()).isEqualTo("fail");
        assertThat(run("--rest=nonsense").exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
