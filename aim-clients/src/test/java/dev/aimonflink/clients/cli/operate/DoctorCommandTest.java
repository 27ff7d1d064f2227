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

    /** The verdict, and what it is about. */
    private static String found(CommandRun run, String check) throws Exception {
        JsonNode finding = finding(run, check);
        return finding.path("verdict").asText() + ": " + finding.path("detail").asText();
    }

    private static String fix(CommandRun run, String check) throws Exception {
        return finding(run, check).path("fix").asText();
    }

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
        assertThat(found(run, "broker")).isEqualTo("ok: broker:9092 answers");
        assertThat(found(run, "topic aim.events.v1")).startsWith("ok: ");
        assertThat(found(run, "job")).isEqualTo("ok: it runs: 2 of 2 partitions answered, with 1000 subscribers");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldLookAtTheLocalClusterAndSayItOnce() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer).withLocalCluster("127.0.0.1:19092", "http://127.0.0.1:1");
        CommandRun run = CommandRun.onTerminal(kafka, "doctor", "--output=json");
        assertThat(found(run, "broker")).isEqualTo("ok: 127.0.0.1:19092 answers");
        assertThat(found(run, "flink")).startsWith("fail: no JobManager answers at http://127.0.0.1:1");
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
        assertThat(found(run, "broker")).isEqualTo("fail: " + detail);
        assertThat(fix(run, "broker")).isEqualTo(fix);
        assertThat(found(run, "flink")).startsWith("skipped: ");
    }

    @Test
    void shouldNotLookAtTheJobManagerOfAnotherBroker() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer).withLocalCluster("127.0.0.1:19092", "http://127.0.0.1:1");
        assertThat(found(run(), "flink")).startsWith("skipped: ");
    }

    @Test
    void shouldAskAJobOfAnotherModelForWhatEveryJobAnswers() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(request -> verified(request, 0));
        CommandRun run = run().succeeds();
        assertThat(found(run, "job")).isEqualTo("ok: it runs: 2 of 2 partitions answered, with 1000 rows");
        assertThat(found(run, "events")).isEqualTo("ok: no event has come yet");
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
        assertThat(found(run(), "scans"))
                .isEqualTo("ok: mode s1 in 2 of 2 partitions; s2 would take up to 8 MiB more of each partition, for its"
                        + " second delta");
        kafka.withJob(request -> request.asked().equals(SCANS) ? scans(request, "s2", "s1", "s2") : answer(request));
        assertThat(found(run(), "scans"))
                .isEqualTo("ok: mode s1 in 1 of 3 partitions, mode s2 in 2 of 3 partitions; up to 2 deltas take up to"
                        + " 15 MiB of each partition, and more while a long pass runs");
    }

    @Test
    void shouldSkipWhereScansRunIfTheJobDoesNotSayIt() throws Exception {
        kafka.withTopics()
                .withJob(request ->
                        request.asked().equals(SCANS) ? Results.error(request, Code.UNKNOWN_QUERY) : answer(request));
        CommandRun run = run().succeeds();
        assertThat(found(run, "scans")).isEqualTo("skipped: the job does not say where its scans run: No luck.");
        assertThat(found(run, "job")).startsWith("ok: ");
    }

    @Test
    void shouldFailWhereAVerificationFindsDifferences() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(request -> verified(request, 3));
        CommandRun run = run().exits(ExitCode.FAILURE);
        assertThat(found(run, "job")).isEqualTo("fail: it runs, and 3 cells of columns differ from their records");
        assertThat(fix(run, "job"))
                .isEqualTo("Restart the job from a savepoint, which builds the columns anew, and report this as a"
                        + " defect of AIM.");
    }

    @Test
    void shouldWarnWhereAVerificationTakesTooLong() throws Exception {
        kafka.withTopics().withModel(TestModels.PAYMENTS).withRefusals().withJob(Results::timeout);
        CommandRun run = run().succeeds();
        assertThat(found(run, "job"))
                .isEqualTo("warn: it runs, and did not compare all rows with their records within 5s");
        assertThat(fix(run, "job"))
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
        assertThat(found(run(), "flink")).startsWith("skipped: ");
        assertThat(found(run(), "flink")).contains("dead letters", "were not looked at");
        assertThat(fix(run(), "flink")).startsWith("Give --rest http://HOST:PORT");
    }

    @Test
    void shouldWarnOfAKafkaPartitionOfTheEventsTopicThatIsBehind() throws Exception {
        kafka.withTopics().withJob(request -> answer(request, Results::behind));
        CommandRun run = run();
        assertThat(found(run, "events")).startsWith("warn: ");
        assertThat(found(run, "events")).contains("is 3600 s behind");
        assertThat(found(run, "job")).startsWith("ok: ");
    }

    @Test
    void shouldWarnOfAnswersThatLackEvents() throws Exception {
        kafka.withTopics().withJob(request -> answer(request, each -> Results.lacking(each, 123)));
        assertThat(found(run(), "lost events"))
                .isEqualTo("warn: answers lack events that Kafka no longer had, 123 by their offsets");
        assertThat(fix(run(), "lost events")).contains("--aim.start earliest");
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
        assertThat(found(run, "topic aim.events.v1")).startsWith("fail: ");
        assertThat(fix(run, "topic aim.events.v1")).isEqualTo("Run aim topics create.");
        assertThat(run.out()).doesNotContain("\"job\"");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldWarnOfATopicThatASingleTaskReads() throws Exception {
        kafka.withTopics(TopicSettings.defaults().withPartitions(TopicRole.EVENTS, 1))
                .withJob(DoctorCommandTest::answer);
        CommandRun run = run().succeeds();
        assertThat(found(run, "topic aim.events.v1")).startsWith("warn: ");
        assertThat(fix(run, "topic aim.events.v1"))
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
        assertThat(found(run, "topic aim.events.v1"))
                .isEqualTo("warn: message.timestamp.type is CreateTime, not LogAppendTime: its times are those of the"
                        + " producers' clocks, so a job judges by no rules");
        assertThat(fix(run, "topic aim.events.v1"))
                .isEqualTo("Run kafka-configs.sh --alter --topic aim.events.v1 --add-config"
                        + " message.timestamp.type=LogAppendTime.");
        assertThat(fix(run, "topic aim.profiles.v1"))
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
        CommandRun run = run();
        return found(run, "topic " + topic) + ". " + fix(run, "topic " + topic);
    }

    @Test
    void shouldFailWhereTheJobDoesNotAnswer() throws Exception {
        kafka.withTopics();
        CommandRun run = run("--timeout=10ms").exits(ExitCode.FAILURE);
        assertThat(found(run, "job")).isEqualTo("fail: no answer within 10ms");
    }

    @Test
    void shouldSayHowAJobStartsOnlyWhereNoneAnswers() throws Exception {
        kafka.withTopics().withCommittedOffsets("aim").withJob(DoctorCommandTest::answer);
        assertThat(run().out()).doesNotContain("\"start\"");
        kafka.withJob(request -> null);
        CommandRun unanswered = run("--timeout=10ms");
        assertThat(found(unanswered, "start"))
                .isEqualTo(
                        "warn: group aim has committed offsets, so a job that starts without state refuses to start");
        assertThat(fix(unanswered, "start"))
                .isEqualTo("Start from the savepoint or checkpoint that the last job left: flink run -s PATH. Without"
                        + " one, --aim.start earliest counts all that Kafka still has, --aim.start window what present"
                        + " windows need, --aim.start committed goes on without earlier events.");
        assertThat(found(run("--timeout=10ms", "--group-id=other"), "start"))
                .isEqualTo("ok: group other has no committed offsets: a job starts at the first record");
    }

    @Test
    void shouldWarnOfATransactionThatStaysOpen() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        assertThat(found(run(), "transactions")).startsWith("ok: ");
        kafka.withOpenTransaction("billing-7", 40);
        assertThat(found(run(), "transactions"))
                .isEqualTo("warn: 40 records of aim.events.v1 wait behind an open transaction; open for more than 1m:"
                        + " billing-7");
        assertThat(fix(run(), "transactions"))
                .isEqualTo("Let its producer commit or abort it. If the producer is gone, wait until its"
                        + " transaction.timeout.ms is over, or abort it with kafka-transactions.sh.");
    }

    @Test
    void shouldSayWhichRightsAreMissing() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        assertThat(found(run(), "rights to ask")).startsWith("ok: ");
        assertThat(found(run(), "rights of a job")).startsWith("ok: ");
        kafka.withRights("aim.events.v1", AclOperation.WRITE)
                .withRights("aim.results.v1", AclOperation.READ)
                .withRights("aim", AclOperation.DESCRIBE);
        CommandRun client = run().succeeds();
        assertThat(found(client, "rights to ask")).startsWith("ok: ");
        assertThat(found(client, "rights of a job"))
                .isEqualTo("warn: a job with this client's user would lack READ on topic aim.events.v1, WRITE on topic"
                        + " aim.results.v1, READ on group aim");
        assertThat(fix(client, "rights of a job"))
                .contains("kafka-acls.sh --add --allow-principal User:NAME --operation Read --topic aim.events.v1;")
                .contains("--kafka-property");
        kafka.withRights("aim.queries.v1");
        CommandRun none = run().exits(ExitCode.FAILURE);
        assertThat(found(none, "rights to ask"))
                .isEqualTo("fail: this client's user lacks WRITE on topic aim.queries.v1");
    }

    @Test
    void shouldWarnWhereTheJobAnswersWithAnError() throws Exception {
        kafka.withTopics().withJob(request -> Results.error(request, Code.OVERLOADED));
        CommandRun run = run().succeeds();
        assertThat(found(run, "job")).isEqualTo("warn: it runs and answers OVERLOADED: No luck.");
    }

    @Test
    void shouldLookAtTheClusterWhereItsAddressIsGiven() throws Exception {
        kafka.withTopics().withJob(DoctorCommandTest::answer);
        // Nothing listens on port 1.
        CommandRun run = run("--rest=http://127.0.0.1:1").exits(ExitCode.FAILURE);
        assertThat(found(run, "flink")).startsWith("fail: ");
        run("--rest=nonsense").exits(ExitCode.USAGE);
    }
}
