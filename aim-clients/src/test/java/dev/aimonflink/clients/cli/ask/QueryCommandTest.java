package dev.aimonflink.clients.cli.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class QueryCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    private static FakeKafka answering(FakeKafka kafka) {
        return kafka.withJob(request -> Results.ok(
                request,
                List.of("city", "cost", "avg"),
                List.of(
                        Arrays.asList("Zurich", new BigDecimal("12.50"), 0.1234567891),
                        Arrays.asList("Beijing", null, null))));
    }

    private AskedQuery asked() {
        assertThat(kafka.requests()).hasSize(1);
        return kafka.requests().get(0).asked();
    }

    @Test
    void shouldShowAnAnswerAsATable() {
        CommandRun.of(answering(kafka), "query", "q4").succeeds().says("").shows("""
                        +---------+-------+----------+
                        | city    |  cost |      avg |
                        +---------+-------+----------+
                        | Zurich  | 12.50 | 0.123457 |
                        | Beijing |     - |        - |
                        +---------+-------+----------+
                        q4 as of 2026-11-20T00:00:00Z, 1 day since 2026-11-20, 1 week since 2026-11-16, last 24 hours since\
                         2026-11-19T01:00; scanned 1000 rows of 2/2 partitions; queued 0.01 ms, scanned 0.25 ms, merged 0.00 ms
                        """);
        assertThat(asked()).isEqualTo(AskedQuery.withDefaults("q4"));
    }

    @Test
    void shouldShowThatAnAnswerIsOlderThanTheNewestEvent() {
        CommandRun run = CommandRun.of(kafka.withTopics().withJob(Results::behind), "query", "q1");
        assertThat(run.out())
                .contains("q1 as of 2026-11-19T23:00:00Z (newest event 2026-11-20T00:00:00Z), 1 day since 2026-11-20,");
    }

    @Test
    void shouldWarnOnceWhereEventsAreMissing() {
        CommandRun run =
                CommandRun.of(kafka.withJob(request -> Results.lacking(request, 1)), "query", "all", "--output=jsonl");
        assertThat(run.err()).isEqualTo("1 event is missing: Kafka no longer had it, and the job went on.\n");
        assertThat(run.out().lines()).hasSize(7).allMatch(line -> line.contains(",\"lost\":1},\"partitions\""));
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void shouldNotWaitForEventsOfAPartitionThatIsNone() {
        int partitions =
                TopicSettings.defaults().wanted(TopicRole.EVENTS, "events").partitions();
        CommandRun.of(answering(kafka.withTopics()), "query", "q4", "--wait-for=" + partitions + "=5")
                .refuses("wait-for=" + partitions + "=5 is of no partition: topic aim.events.v1 has partitions="
                        + partitions + ", counted from 0. Give what `aim publish events --wait` writes.\n");
        assertThat(kafka.requests()).isEmpty();
        CommandRun.of(kafka, "query", "q4", "--wait-for=" + (partitions - 1) + "=5")
                .says("");
        assertThat(CommandRun.of(kafka, "query", "q4", "--wait-for=abc").err())
                .startsWith(
                        "Value for option '--wait-for' (P=OFFSET) should be in KEY=VALUE[,KEY=VALUE]... format but was abc\n");
    }

    @Test
    void shouldTakeAnAnswerThatIsSoOld() {
        CommandRun run = CommandRun.of(
                kafka.withTopics().withJob(request -> Results.reused(request, 150_001)),
                "query",
                "q1",
                "--max-age=200ms");
        assertThat(kafka.requests()).singleElement().satisfies(request -> assertThat(request.options())
                .isEqualTo(new AnswerOptions(false, Map.of(), 200)));
        assertThat(run.out()).contains("merged 0.00 ms; of a cut up to 150.00 ms old");
        CommandRun.of(kafka, "query", "q1").succeeds();
        assertThat(kafka.requests().get(1).options()).isEqualTo(AnswerOptions.NONE);
    }

    @Test
    void shouldRefuseAnAgeThatIsTooHigh() {
        CommandRun.of(answering(kafka.withTopics()), "query", "q1", "--max-age=61s")
                .refuses("max-age=61s is outside 0ms..1m. Give a time inside.\n");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldNameTheOptionThatGivesMoreTime() {
        QueryError late = new QueryError(
                QueryError.Code.TIMED_OUT,
                "Not all partitions answered before the deadline. Ask again, or with a longer timeoutMs.");
        kafka.withTopics().withJob(request -> QueryResult.refusal(request.requestId(), request.clientId(), "q4", late));
        CommandRun.of(kafka, "query", "q4")
                .says("q4: TIMED_OUT: Not all partitions answered before the deadline. Ask again, or with a longer"
                        + " timeoutMs. On the command line, --timeout gives a longer time.\n");
    }

    @Test
    void shouldShowAnAnswerAsItStandsOnTheTopic() {
        CommandRun run = CommandRun.of(answering(kafka), "query", "q4", "--output=jsonl");
        Request request = kafka.requests().get(0);
        assertThat(run.out())
                .isEqualTo("{\"requestId\":\"" + request.requestId() + "\",\"clientId\":\"" + request.clientId()
                        + "\",\"query\":\"q4\",\"status\":\"OK\",\"columns\":[\"city\",\"cost\",\"avg\"],"
                        + "\"rows\":[[\"Zurich\",12.50,0.1234567891],[\"Beijing\",null,null]],"
                        + "\"asOf\":{\"eventTime\":1795132800000,\"newest\":1795132800000,"
                        + "\"windows\":{\"1 day\":\"2026-11-20\",\"1 week\":\"2026-11-16\",\"last 24 hours\":\"2026-11-19T01:00\"}},"
                        + "\"partitions\":{\"answered\":2,\"expected\":2},\"rowsScanned\":1000,"
                        + "\"timings\":{\"queuedMicros\":10,\"scanMicros\":250,\"mergeMicros\":3},\"error\":null}\n");
    }

    @Test
    void shouldShowWhichEventsAreInAnAnswer() {
        CommandRun run =
                CommandRun.of(answering(kafka), "query", "q4", "--progress").succeeds();
        assertThat(kafka.requests()).singleElement().matches(Request::wantsProgress);
        assertThat(run.out()).endsWith("""
                merged 0.00 ms
                Kafka partition 0: events before offset 1234, the newest of 2026-11-20T00:00:00Z
                Kafka partition 1: events before offset 0
                """);
        assertThat(CommandRun.of(kafka, "query", "q4", "--progress", "-o", "jsonl")
                        .out())
                .contains(
                        ",\"progress\":{\"0\":{\"offset\":1234,\"time\":1795132800000},\"1\":{\"offset\":0,\"time\":null}}}");
    }

    @Test
    void shouldNotAskForProgressUnlessTold() {
        CommandRun run = CommandRun.of(answering(kafka), "query", "q4");
        assertThat(kafka.requests()).singleElement().matches(request -> !request.wantsProgress());
        assertThat(run.out()).doesNotContain("Kafka partition");
    }

    @Test
    void shouldRefuseToShowProgressWhereNoOneWouldFindIt() {
        CommandRun many =
                CommandRun.of(kafka, "query", "q4", "--progress", "--count=2").exits(ExitCode.USAGE);
        assertThat(many.err())
                .startsWith("--progress is of one answer, and --count shows latencies. Leave one of them out.\n");
        CommandRun csv = CommandRun.of(kafka, "query", "q4", "--progress", "--output=csv")
                .exits(ExitCode.USAGE);
        assertThat(csv.err())
                .startsWith("--progress has no place in the lines of --output csv. Give another format.\n");
        assertThat(kafka.requests()).isEmpty();
    }

    @Test
    void shouldShowTheRowsAloneAsCsv() {
        CommandRun.of(answering(kafka), "query", "q4", "--output=csv")
                .shows("city,cost,avg\nZurich,12.50,0.1234567891\nBeijing,,\n");
    }

    @Test
    void shouldPassOnEveryParameter() {
        answering(kafka);
        Map<String, AskedQuery> calls = Map.of(
                "q1 --alpha 2", new AskedQuery("q1", Map.of("alpha", 2L)),
                "q2 --beta -2", new AskedQuery("q2", Map.of("beta", -2L)),
                "q4 --gamma 3 --delta 4", new AskedQuery("q4", Map.of("gamma", 3L, "delta", 4L)),
                "q5 --subscription-type prepaid --category private",
                        new AskedQuery("q5", Map.of("subscriptionType", "prepaid", "category", "private")),
                "q6 --country China", new AskedQuery("q6", Map.of("country", "China")),
                "q7 --cell-value-type silver", new AskedQuery("q7", Map.of("cellValueType", "silver")),
                "subscriber --subscriber-id 8", new AskedQuery("subscriber", Map.of("subscriberId", 8L)));
        calls.forEach((line, call) -> {
            FakeKafka fresh = answering(new FakeKafka().withTopics());
            assertThat(CommandRun.of(fresh, ("query " + line).split(" ")).exitCode())
                    .as(line)
                    .isZero();
            assertThat(fresh.requests()).extracting(Request::asked).containsExactly(call);
        });
    }

    @Test
    void shouldHintAtANameThatNoTableHas() {
        kafka.withJob(request -> Results.ok(request, List.of("label", "value"), List.of(Arrays.asList("local", null))));
        CommandRun typo =
                CommandRun.of(kafka, "query", "q6", "--country", "Switzerlnd").succeeds();
        assertThat(typo.out()).contains("local");
        assertThat(typo.err())
                .isEqualTo("q6: country=Switzerlnd is in no dimension table. Did you mean 'Switzerland'?\n");
        CommandRun.of(kafka, "query", "q7", "--cell-value-type", "titan")
                .says("q7: cellValueType=titan is in no dimension table. Known are gold, none, platinum, silver.\n");
        CommandRun.of(kafka, "query", "q6", "--country", "China").says("");
    }

    @Test
    void shouldNotHintWhereTheJobKnowsTheName() {
        CommandRun.of(
                        kafka.withJob(request -> Results.ok(request, List.of("value"), List.of(List.of(1L)))),
                        "query",
                        "q6",
                        "--country=Atlantis")
                .succeeds()
                .says("");
    }

    @Test
    void shouldSayWhyThereIsNoAnswer() {
        kafka.withJob(request -> Results.error(request, Code.OVERLOADED));
        CommandRun.of(kafka, "query", "q1").fails("q1: OVERLOADED: No luck.\n").shows("");
        assertThat(CommandRun.of(kafka, "query", "q1", "-o", "jsonl").out()).contains("\"status\":\"ERROR\"");
    }

    @Test
    void shouldExitDifferentlyWhereTimeRanOut() {
        kafka.withJob(Results::timeout);
        CommandRun.of(kafka, "query", "q1")
                .exits(ExitCode.TIMEOUT)
                .says("q1: TIMED_OUT: Time ran out. On the command line, --timeout gives a longer time.\n");
    }

    @Test
    void shouldGiveUpWhereNobodyAnswers() {
        CommandRun run = CommandRun.of(kafka, "query", "q1", "--timeout=20ms").exits(ExitCode.TIMEOUT);
        assertThat(run.err()).startsWith("q1: TIMED_OUT: No answer came within 20 ms.");
    }

    @Test
    void shouldAskAllSeven() {
        CommandRun.of(answering(kafka), "query", "all", "--gamma=9").succeeds();
        assertThat(kafka.requests())
                .extracting(request -> request.asked().query())
                .containsExactly("q1", "q2", "q3", "q4", "q5", "q6", "q7");
        assertThat(kafka.requests().get(3).asked().params()).isEqualTo(Map.of("gamma", 9L));
        assertThat(kafka.requests().get(0).asked().params()).isEmpty();
    }

    @Test
    void shouldShowAllAnswersAsOneArray() throws Exception {
        kafka.withJob(request -> request.asked().query().equals("q3")
                ? Results.timeout(request)
                : Results.ok(request, List.of("cost"), List.of(List.of(new BigDecimal("12.50")))));
        CommandRun run = CommandRun.of(kafka, "query", "all", "--output=json").exits(ExitCode.PARTIAL);
        JsonNode answers = new ObjectMapper().enable(FAIL_ON_TRAILING_TOKENS).readTree(run.out());
        assertThat(answers).hasSize(7);
        assertThat(answers.at("/0/query").asText()).isEqualTo("q1");
        assertThat(answers.at("/2/status").asText()).isEqualTo("TIMEOUT");
        assertThat(run.out()).contains("12.50");
    }

    @Test
    void shouldShowAllAnswersAsOneCsvOfCells() {
        kafka.withJob(request -> switch (request.asked().query()) {
            case "q1" -> Results.ok(request, List.of("average"), List.of(List.of(1.5)));
            case "q4" ->
                Results.ok(
                        request,
                        List.of("city", "sum"),
                        List.of(Arrays.asList("Zurich", null), List.of("Beijing", 2L)));
            default -> Results.ok(request, List.of("x"), List.of());
        });
        CommandRun.of(kafka, "query", "all", "--output=csv").shows("""
                        query,row,column,value
                        q1,1,average,1.5
                        q4,1,city,Zurich
                        q4,1,sum,
                        q4,2,city,Beijing
                        q4,2,sum,2
                        """);
    }

    @Test
    void shouldShowEachOfAllAnswersInALineOfItsOwn() throws Exception {
        CommandRun run = CommandRun.of(answering(kafka), "query", "all", "--output=jsonl");
        assertThat(run.out().lines()).hasSize(7).allMatch(line -> line.startsWith("{\"requestId\":"));
    }

    @Test
    void shouldExitAsPartialWhereSomeAreAnswered() {
        kafka.withJob(request -> request.asked().query().equals("q3") ? Results.timeout(request) : Results.ok(request));
        CommandRun.of(kafka, "query", "all").exits(ExitCode.PARTIAL);
        CommandRun.of(kafka, "query", "all", "--count=14").exits(ExitCode.PARTIAL);
        CommandRun.of(kafka, "query", "q3", "--count=2").exits(ExitCode.TIMEOUT);
    }

    @Test
    void shouldShowLatenciesOfMany() {
        CommandRun run = CommandRun.of(answering(kafka), "query", "all", "--count=70", "--clients=3", "--output=csv")
                .succeeds();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(8);
        assertThat(lines.get(0)).isEqualTo("query,answered,timeouts,failed,p50Ms,p99Ms,maxMs");
        assertThat(lines.subList(1, 8)).allMatch(line -> line.matches("q[1-7],10,0,0,[0-9.]+,[0-9.]+,[0-9.]+"));
        assertThat(kafka.requests()).hasSize(70);
    }

    @Test
    void shouldCountFailuresAndTellTheirReasons() {
        kafka.withJob(request -> Results.error(request, Code.OVERLOADED));
        CommandRun run =
                CommandRun.of(kafka, "query", "q1", "--count=5", "--output=csv").exits(ExitCode.FAILURE);
        assertThat(run.out()).endsWith("q1,0,0,5,,,\n");
        assertThat(run.err()).isEqualTo("q1: 5 times OVERLOADED: No luck.\n");
    }

    @Test
    void shouldDrawTheSameParametersFromTheSameSeed() {
        List<List<AskedQuery>> runs = IntStream.of(1, 1, 2)
                .mapToObj(seed -> {
                    FakeKafka fresh = answering(new FakeKafka().withTopics());
                    CommandRun.of(fresh, "query", "q4", "--count=20", "--seed=" + seed)
                            .succeeds();
                    return fresh.requests().stream().map(Request::asked).toList();
                })
                .toList();
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).isNotEqualTo(runs.get(2));
    }

    @Test
    void shouldDrawFromTheRangesTold() {
        CommandRun.of(answering(kafka), "query", "q4", "--count=20", "--profile=tell", "--gamma=1")
                .succeeds();
        assertThat(kafka.requests())
                .allMatch(request -> (Long) request.asked().params().get("delta") >= 200_000)
                .allMatch(request -> request.asked().params().get("gamma").equals(1L));
    }

    @Test
    void shouldListTheCatalogueWithoutABroker() {
        CommandRun run = CommandRun.of(new FakeKafka(), "query", "--list", "--output=csv")
                .succeeds();
        assertThat(run.out())
                .startsWith("query,parameters,summary\nq1,alpha=1,")
                .contains(
                        "\nq3,,",
                        "\nq4,\"gamma=5, delta=60\",",
                        "\nq5,\"subscriptionType=contract, category=business\",",
                        "\nsubscriber,\"subscriberId (required), columns=*\",");
    }

    @Test
    void shouldTurnASubscriberOnItsSide() {
        kafka.withJob(request -> Results.ok(
                request,
                List.of("subscriberId", "zip", "number_of_calls_this_day"),
                List.of(Arrays.asList(7L, null, 3L))));
        CommandRun.of(kafka, "entity", "7").succeeds().shows("""
                        +--------------------------+-------+
                        | name                     | value |
                        +--------------------------+-------+
                        | subscriberId             |     7 |
                        | zip                      |     - |
                        | number_of_calls_this_day |     3 |
                        +--------------------------+-------+
                        subscriber as of 2026-11-20T00:00:00Z, 1 day since 2026-11-20, 1 week since 2026-11-16, last 24 hours since 2026-11-19T01:00
                        """);
        assertThat(asked()).isEqualTo(new AskedQuery("subscriber", Map.of("subscriberId", 7L)));
        CommandRun.of(kafka, "entity", "7", "--output=jsonl")
                .shows("{\"subscriberId\":7,\"zip\":null,\"number_of_calls_this_day\":3}\n");
    }

    @Test
    void shouldAskForTheColumnsThatAreNamed() {
        kafka.withJob(request -> Results.ok(request, List.of("zip"), List.of(List.of("CH-8000"))));
        CommandRun.of(kafka, "entity", "7", "--columns", "zip").succeeds();
        assertThat(asked()).isEqualTo(new AskedQuery("subscriber", Map.of("subscriberId", 7L, "columns", "zip")));
    }

    @Test
    void shouldSayThatThereIsNoSuchSubscriber() {
        kafka.withJob(request -> Results.ok(request, List.of("subscriberId"), List.of()));
        CommandRun.of(kafka, "entity", "-7")
                .fails("There is no subscriber -7: it has neither events nor a profile, or it was erased or"
                        + " forgotten. Check the subscriberId, or publish an event of it.\n");
    }

    @Test
    void shouldPassOnTheSubscribersTimeout() {
        CommandRun.of(kafka, "entity", "7", "--timeout=20ms")
                .exits(ExitCode.TIMEOUT)
                .shows("");
    }
}
