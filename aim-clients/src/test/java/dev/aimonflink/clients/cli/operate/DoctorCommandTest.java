package dev.aimonflink.clients.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class DoctorCommandTest {
    private static final AskedQuery SCANS = new ScansRequest(null).asked();

    /** A little more than 7 MiB. */
    private static final long DELTA_BYTES = 7_340_033;

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

    /** Of a job that has had no call yet, so that no clock matters. */
    private static QueryResult answer(Request request) {
        return answer(request, each -> beforeAnyEvent(Results.ok(each)));
    }

    private static QueryResult verified(Request request, long differences) {
        return answer(
                request,
                each -> beforeAnyEvent(
                        Results.ok(each, List.of("rows", "differences"), List.of(List.of(1000L, differences)))));
    }

    private static QueryResult answer(Request request, Function<Request, QueryResult> other) {
        return request.asked().equals(SCANS) ? scans(request, "s1", "s1") : other.apply(request);
    }

    private static QueryResult scans(Request request, String... modes) {
        List<List<Object>> rows = new ArrayList<>();
        for (String mode : modes) {
            rows.add(List.of((long) rows.size(), mode, "s1", 0L, 0L, 0L, 0L, 0L, DELTA_BYTES));
        }
        return Results.ok(request, new ScansRequest(null).answerColumns(), rows);
    }

    private static QueryResult beforeAnyEvent(QueryResult ok) {
        return new QueryResult(
                new QueryResult.Origin(ok.requestId(), ok.clientId(), ok.query()),
                ok.status(),
                new QueryResult.Table(ok.columns(), List.of(), ok.rows()),
                AsOf.NO_EVENT,
                new QueryResult.Work(ok.partitions(), ok.rowsScanned(), ok.timings()),
                null);
    }

    private CommandRun run(String... more) {
        List<String> args = new ArrayList<>(List.of("doctor", "--output=json", "--bootstrap=" + FakeKafka.BOOTSTRAP));
        args.addAll(List.of(more));
        return CommandRun.of(kafka, args.toArray(String[]::new));
    }

    @Test
    void shouldFindNothingWrongWhereTheJobAnswers() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        CommandRun run = run().succeeds();
        assertThat(finding(run, "broker").path("detail").asText()).isEqualTo("broker:9092 answers");
        assertThat(finding(run, "topic aim.events.v1").path("verdict").asText()).isEqualTo("ok");
        assertThat(finding(run, "job").path("detail").asText())
                .isEqualTo("it runs: 2 of 2 partitions answered, with 1000 subscribers");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldLookAtTheLocalClusterAndSayItOnce() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer).withLocalCluster("127.0.0.1:19092", "http://127.0.0.1:1");
        CommandRun run = CommandRun.onTerminal(kafka, "doctor", "--output=json");
        assertThat(finding(run, "broker").path("detail").asText()).isEqualTo("127.0.0.1:19092 answers");
        assertThat(finding(run, "flink").path("detail").asText())
                .startsWith("no JobManager answers at http://127.0.0.1:1");
        assertThat(run.err())
                .isEqualTo(String.format("This is about the local cluster, whose broker is at 127.0.0.1:19092.%n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        false | true  | the broker (pid 3544) has died | The watcher starts it again within a minute, else `aim cluster up`.
        false | false | the broker (pid 3544) has died | Run `aim cluster up`: its data stay, and the job goes on.
        true  | true  | the broker (pid 3544) runs, but does not answer at 127.0.0.1:19092: it has just been started, or it hangs | Look again in a minute. Else `aim cluster down` and `aim cluster up`: its data stay.
        """)
    void shouldSayThatTheLocalBrokerHasDiedAndNothingThatFollows(
            boolean isAlive, boolean isWatched, String detail, String fix) throws Exception {
        kafka.withoutBroker()
                .withLocalCluster(new LocalCluster(
                        "127.0.0.1:19092", "http://127.0.0.1:1", new LocalCluster.Broker(3544, isAlive, isWatched)));
        CommandRun run = CommandRun.of(kafka, "doctor", "--output=json").exits(ExitCode.FAILURE);
        JsonNode broker = finding(run, "broker");
        assertThat(broker.path("verdict").asText()).isEqualTo("fail");
        assertThat(broker.path("detail").asText()).isEqualTo(detail);
        assertThat(broker.path("fix").asText()).isEqualTo(fix);
        assertThat(finding(run, "flink").path("verdict").asText()).isEqualTo("skipped");
    }

    @Test
    void shouldNotLookAtTheJobManagerOfAnotherBroker() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer).withLocalCluster("127.0.0.1:19092", "http://127.0.0.1:1");
        assertThat(finding(run(), "flink").path("verdict").asText()).isEqualTo("skipped");
    }

    @Test
    void shouldAskAJobOfAnotherModelForWhatEveryJobAnswers() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(request -> verified(request, 0));
        CommandRun run = run().succeeds();
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("ok");
        assertThat(finding(run, "job").path("detail").asText())
                .isEqualTo("it runs: 2 of 2 partitions answered, with 1000 rows");
        assertThat(finding(run, "events").path("detail").asText()).isEqualTo("no event has come yet");
        assertThat(kafka.requests())
                .extracting(request -> request.asked().query())
                .containsExactly("verify", "scans");
    }

    @Test
    void shouldAskAJobOfCallsForNoVerification() {
        kafka.withTopics().withRefusals().withJob(DoctorCommandTest::answer);
        run().succeeds();
        assertThat(kafka.requests())
                .extracting(request -> request.asked().query())
                .containsExactly("w2", "scans");
    }

    @Test
    void shouldSayWhereScansRunAndWhatThatTakes() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        assertThat(finding(run(), "scans").path("detail").asText())
                .isEqualTo("mode s1 in 2 of 2 partitions; s2 would take up to 8 MiB more of each partition, for its"
                        + " second delta");
        kafka.withJob(request -> request.asked().equals(SCANS) ? scans(request, "s2", "s1", "s2") : answer(request));
        assertThat(finding(run(), "scans").path("detail").asText())
                .isEqualTo("mode s1 in 1 of 3 partitions, mode s2 in 2 of 3 partitions; up to 2 deltas take up to"
                        + " 15 MiB of each partition, and more while a long pass runs");
        assertThat(finding(run(), "scans").path("verdict").asText()).isEqualTo("ok");
    }

    @Test
    void shouldSkipWhereScansRunIfTheJobDoesNotSayIt() throws Exception {
        kafka.withTopics()
                .withJob(request ->
                        request.asked().equals(SCANS) ? Results.error(request, Code.UNKNOWN_QUERY) : answer(request));
        CommandRun run = run().succeeds();
        assertThat(finding(run, "scans").path("verdict").asText()).isEqualTo("skipped");
        assertThat(finding(run, "scans").path("detail").asText())
                .isEqualTo("the job does not say where its scans run: No luck.");
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("ok");
    }

    @Test
    void shouldFailWhereAVerificationFindsDifferences() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(request -> verified(request, 3));
        CommandRun run = run().exits(ExitCode.FAILURE);
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("fail");
        assertThat(finding(run, "job").path("detail").asText())
                .isEqualTo("it runs, and 3 cells of columns differ from their records");
        assertThat(finding(run, "job").path("fix").asText())
                .isEqualTo("Restart the job from a savepoint, which builds the columns anew, and report this as a"
                        + " defect of AIM.");
    }

    @Test
    void shouldWarnWhereAVerificationTakesTooLong() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(Results::timeout);
        CommandRun run = run().succeeds();
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("warn");
        assertThat(finding(run, "job").path("detail").asText())
                .isEqualTo("it runs, and did not compare all rows with their records within 5s");
        assertThat(finding(run, "job").path("fix").asText())
                .isEqualTo("Give a longer --timeout, up to 60s, or ask another time. If `aim entity` is not answered"
                        + " either, a partition does not run: see Flink's web interface.");
    }

    @Test
    void shouldRefuseAWrongAddressBeforeItLooksAtAnything() {
        run("--rest=http://127.0.0.1:PORT")
                .refuses("rest=http://127.0.0.1:PORT is no address. Give one like http://localhost:8081.\n");
    }

    @Test
    void shouldSayWhatItDoesNotLookAtWithoutAnAddressOfFlink() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        JsonNode flink = finding(run(), "flink");
        assertThat(flink.path("verdict").asText()).isEqualTo("skipped");
        assertThat(flink.path("detail").asText()).contains("dead letters", "were not looked at");
        assertThat(flink.path("fix").asText()).startsWith("Give --rest http://HOST:PORT");
    }

    @Test
    void shouldWarnOfAKafkaPartitionOfTheEventsTopicThatIsBehind() throws Exception {
        kafka.withTopics().withJob(request -> answer(request, Results::behind));
        CommandRun run = run();
        JsonNode events = finding(run, "events");
        assertThat(events.path("verdict").asText()).isEqualTo("warn");
        assertThat(events.path("detail").asText()).contains("is 3600 s behind");
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("ok");
    }

    @Test
    void shouldWarnOfAnswersThatLackEvents() throws Exception {
        kafka.withTopics().withJob(request -> answer(request, each -> Results.lacking(each, 123)));
        JsonNode lost = finding(run(), "lost events");
        assertThat(lost.path("verdict").asText()).isEqualTo("warn");
        assertThat(lost.path("detail").asText())
                .isEqualTo("answers lack events that Kafka no longer had, 123 by their offsets");
        assertThat(lost.path("fix").asText()).contains("--aim.start earliest");
    }

    @Test
    void shouldShowATable() {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        CommandRun run = CommandRun.of(kafka, "doctor");
        assertThat(run.out()).contains("| check ", "| broker ", " ok ");
    }

    @Test
    void shouldFailWhereTopicsAreMissingAndAskNobody() throws Exception {
        CommandRun run = run().exits(ExitCode.FAILURE);
        JsonNode events = finding(run, "topic aim.events.v1");
        assertThat(events.path("verdict").asText()).isEqualTo("fail");
        assertThat(events.path("fix").asText()).isEqualTo("Run aim topics create.");
        assertThat(run.out()).doesNotContain("\"job\"");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldWarnOfATopicThatASingleTaskReads() throws Exception {
        kafka.withTopics(TopicSettings.defaults().withPartitions(TopicRole.EVENTS, 1))
                .withJob(DoctorCommandTest::answer);
        CommandRun run = run().succeeds();
        JsonNode events = finding(run, "topic aim.events.v1");
        assertThat(events.path("verdict").asText()).isEqualTo("warn");
        assertThat(events.path("fix").asText())
                .isEqualTo("Add partitions: kafka-topics.sh --alter --topic aim.events.v1 --partitions 4.");
    }

    @Test
    void shouldWarnOfATopicThatTakesItsTimeFromClientsAndFailWhereOneForgetsProfiles() throws Exception {
        kafka.withTopics()
                .withTopic(new TopicState(
                        "aim.events.v1",
                        4,
                        1,
                        Map.of("message.timestamp.type", "CreateTime", "cleanup.policy", "delete")))
                .withTopic(new TopicState(
                        "aim.profiles.v1",
                        4,
                        1,
                        Map.of("message.timestamp.type", "LogAppendTime", "cleanup.policy", "delete")));
        CommandRun run = run().exits(ExitCode.FAILURE);
        JsonNode events = finding(run, "topic aim.events.v1");
        assertThat(events.path("verdict").asText()).isEqualTo("warn");
        assertThat(events.path("detail").asText())
                .isEqualTo("message.timestamp.type is CreateTime, not LogAppendTime: its times are those of the"
                        + " producers' clocks, so a job judges by no rules");
        assertThat(events.path("fix").asText())
                .isEqualTo("Run kafka-configs.sh --alter --topic aim.events.v1 --add-config"
                        + " message.timestamp.type=LogAppendTime.");
        assertThat(finding(run, "topic aim.profiles.v1").path("fix").asText())
                .isEqualTo("Run kafka-configs.sh --alter --topic aim.profiles.v1 --add-config cleanup.policy=compact.");
    }

    @Test
    void shouldWarnOfATopicOfRulesThatLosesThem() throws Exception {
        String rules = "aim.rules.v1";
        kafka.withTopics().withJob(DoctorCommandTest::answer).withoutTopic("aim.alerts.v1");
        assertThat(findingOf(rules)).isEqualTo("ok: 1 partition. ");
        assertThat(findingOf("aim.alerts.v1"))
                .isEqualTo(
                        "warn: there is no such topic, so a job that starts judges by no rules, and one that judged waits. Run"
                                + " aim topics create.");

        kafka.withFirstOffset(rules, 7);
        assertThat(findingOf(rules))
                .startsWith(
                        "warn: its records before offset 7 are gone, and with them the rules that they were. Write the"
                                + " rules again with `aim rules put`.");

        String alter = "Run kafka-configs.sh --alter --topic aim.rules.v1 --add-config ";
        Map<String, String> settings = new HashMap<>(
                TopicSettings.defaults().wanted(TopicRole.RULES, rules).config());
        settings.put("retention.ms", "604800000");
        kafka.withTopic(new TopicState(rules, 1, 1, settings));
        assertThat(findingOf(rules))
                .isEqualTo("warn: retention.ms is 604800000, not -1: rules vanish with time. " + alter
                        + "retention.ms=-1.");
        settings.put("message.timestamp.type", "CreateTime");
        kafka.withTopic(new TopicState(rules, 1, 1, settings));
        assertThat(findingOf(rules))
                .isEqualTo(
                        "warn: message.timestamp.type is CreateTime, not LogAppendTime: from when a rule judges is up to"
                                + " the clock of who wrote it. " + alter + "message.timestamp.type=LogAppendTime.");
        settings.put("cleanup.policy", "compact");
        kafka.withTopic(new TopicState(rules, 1, 1, settings));
        assertThat(findingOf(rules))
                .isEqualTo(
                        "warn: cleanup.policy is compact, not delete: old versions vanish, which a replay judges by. "
                                + alter + "cleanup.policy=delete.");

        kafka.withTopic(new TopicState(rules, 3, 1, Map.of()));
        assertThat(findingOf(rules)).startsWith("warn: 3 partitions, so its records have no order. Stop the job, ");
        kafka.withoutTopic(rules);
        assertThat(findingOf(rules))
                .startsWith("warn: there is no such topic, so a job that starts judges by no rules,");
    }

    private String findingOf(String topic) throws Exception {
        JsonNode finding = finding(run(), "topic " + topic);
        return finding.path("verdict").asText() + ": " + finding.path("detail").asText() + ". "
                + finding.path("fix").asText("");
    }

    @Test
    void shouldFailWhereTheJobDoesNotAnswer() throws Exception {
        kafka.withTopics();
        CommandRun run = run("--timeout=10ms").exits(ExitCode.FAILURE);
        assertThat(finding(run, "job").path("detail").asText()).isEqualTo("no answer within 10ms");
    }

    @Test
    void shouldSayHowAJobStartsOnlyWhereNoneAnswers() throws Exception {
        kafka.withTopics().withCommittedOffsets("aim").withJob(DoctorCommandTest::answer);
        assertThat(run().out()).doesNotContain("\"start\"");
        kafka.withJob(request -> null);
        JsonNode start = finding(run("--timeout=10ms"), "start");
        assertThat(start.path("verdict").asText()).isEqualTo("warn");
        assertThat(start.path("detail").asText())
                .isEqualTo("group aim has committed offsets, so a job that starts without state refuses to start");
        assertThat(start.path("fix").asText())
                .isEqualTo("Start from the savepoint or checkpoint that the last job left: flink run -s PATH. Without"
                        + " one, --aim.start earliest counts all that Kafka still has, --aim.start window what present"
                        + " windows need, --aim.start committed goes on without earlier events.");
        assertThat(finding(run("--timeout=10ms", "--group-id=other"), "start")
                        .path("detail")
                        .asText())
                .isEqualTo("group other has no committed offsets: a job starts at the first record");
    }

    @Test
    void shouldWarnOfATransactionThatStaysOpen() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        assertThat(finding(run(), "transactions").path("verdict").asText()).isEqualTo("ok");
        kafka.withOpenTransaction("billing-7", 40);
        JsonNode open = finding(run(), "transactions");
        assertThat(open.path("verdict").asText()).isEqualTo("warn");
        assertThat(open.path("detail").asText())
                .isEqualTo("40 records of aim.events.v1 wait behind an open transaction; open for more than 1m:"
                        + " billing-7");
        assertThat(open.path("fix").asText())
                .isEqualTo("Let its producer commit or abort it. If the producer is gone, wait until its"
                        + " transaction.timeout.ms is over, or abort it with kafka-transactions.sh.");
    }

    @Test
    void shouldSayWhichRightsAreMissing() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        assertThat(finding(run(), "rights to ask").path("verdict").asText()).isEqualTo("ok");
        assertThat(finding(run(), "rights of a job").path("verdict").asText()).isEqualTo("ok");
        kafka.withRights("aim.events.v1", AclOperation.WRITE)
                .withRights("aim.results.v1", AclOperation.READ)
                .withRights("aim", AclOperation.DESCRIBE);
        CommandRun client = run().succeeds();
        assertThat(finding(client, "rights to ask").path("verdict").asText()).isEqualTo("ok");
        JsonNode ofJob = finding(client, "rights of a job");
        assertThat(ofJob.path("verdict").asText()).isEqualTo("warn");
        assertThat(ofJob.path("detail").asText())
                .isEqualTo("a job with this client's user would lack READ on topic aim.events.v1, WRITE on topic"
                        + " aim.results.v1, READ on group aim");
        assertThat(ofJob.path("fix").asText())
                .contains("kafka-acls.sh --add --allow-principal User:NAME --operation Read --topic aim.events.v1;")
                .contains("--kafka-property");
        kafka.withRights("aim.queries.v1");
        CommandRun none = run().exits(ExitCode.FAILURE);
        assertThat(finding(none, "rights to ask").path("detail").asText())
                .isEqualTo("this client's user lacks WRITE on topic aim.queries.v1");
    }

    @Test
    void shouldWarnWhereTheJobAnswersWithAnError() throws Exception {
        kafka.withTopics().withJob(request -> Results.error(request, Code.OVERLOADED));
        CommandRun run = run().succeeds();
        assertThat(finding(run, "job").path("verdict").asText()).isEqualTo("warn");
        assertThat(finding(run, "job").path("detail").asText()).isEqualTo("it runs and answers OVERLOADED: No luck.");
    }

    @Test
    void shouldLookAtTheClusterWhereItsAddressIsGiven() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        // Nothing listens on port 1.
        CommandRun run = run("--rest=http://127.0.0.1:1").exits(ExitCode.FAILURE);
        assertThat(finding(run, "flink").path("verdict").asText()).isEqualTo("fail");
        run("--rest=nonsense").exits(ExitCode.USAGE);
    }
}
