package dev.aimonflink.job.source;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Planned;
import dev.aimonflink.job.message.MergeInput.Refused;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.RoundSeal;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.format.request.RequestCodec;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ParseQueriesTest {
    private static final long NOW_MS = 1_795_132_800_000L;
    private static final RoundSeal SEAL = RoundSeal.fresh();
    private static final long ASKED_MS = NOW_MS - 3;

    private FunctionHarness<BroadcastInput> parser;
    private long offset = 40;

    @BeforeEach
    void open() throws Exception {
        parser = new FunctionHarness<>(
                new ParseQueries(TestSettings.with(), SEAL, PlannerSource.DIRECT), new BroadcastInput.Format(), NOW_MS);
    }

    @AfterEach
    void close() throws Exception {
        parser.close();
    }

    private RawRecord process(byte[] value) throws Exception {
        return process(value, ASKED_MS);
    }

    private RawRecord process(byte[] value, long askedMs) throws Exception {
        RawRecord raw = new RawRecord("aim.queries.v1", 0, offset++, askedMs, true, null, value);
        parser.process(raw);
        return raw;
    }

    private RawRecord process(String value) throws Exception {
        return process(value.getBytes(StandardCharsets.UTF_8));
    }

    /** The name that the reader gives to what it reads. */
    private static Execution executionOf(FunctionHarness<BroadcastInput> reader) throws Exception {
        reader.process(new RawRecord(
                "aim.queries.v1",
                0,
                0,
                ASKED_MS,
                true,
                null,
                new RequestCodec().encode("r", "c", AskedQuery.withDefaults("q1"), 700, AnswerOptions.NONE)));
        Execution execution =
                ((Registration) reader.output(SideOutputs.REGISTRATIONS).get(0)).execution();
        reader.output();
        return execution;
    }

    private static FunctionHarness<BroadcastInput> restoredFrom(long checkpointId) throws Exception {
        return new FunctionHarness<>(
                new ParseQueries(TestSettings.with(), SEAL, PlannerSource.DIRECT),
                new BroadcastInput.Format(),
                NOW_MS,
                checkpointId);
    }

    private static byte[] round(RoundSeal seal, Execution execution) {
        return seal.seal(new BroadcastInput.SecondRound("aim.queries.v1-0-41", execution, new byte[] {1, 2}));
    }

    @Test
    void shouldPassOnTheSecondRoundsThatTheJobHasWritten() throws Exception {
        BroadcastInput.SecondRound round =
                new BroadcastInput.SecondRound("aim.queries.v1-0-41", executionOf(parser), new byte[] {1, 2});
        process(SEAL.seal(round));
        assertThat(parser.output())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(round);
        assertNothingElse();
        assertThat(parser.counter(AimMetrics.SECOND_ROUNDS_SKIPPED)).isZero();
    }

    @Test
    void shouldSkipTheSecondRoundsOfAnotherJobOnTheSameTopics() throws Exception {
        process(round(RoundSeal.fresh(), executionOf(parser)));
        assertNothingElse();
        assertThat(parser.counter(AimMetrics.SECOND_ROUNDS_SKIPPED)).isEqualTo(1);
    }

    @Test
    void shouldSkipTheSecondRoundsOfAnEarlierRunFromTheSameCheckpoint() throws Exception {
        parser.close();
        FunctionHarness<BroadcastInput> earlier = restoredFrom(5);
        final Execution failed = executionOf(earlier);
        earlier.close();
        parser = restoredFrom(5);
        Execution present = executionOf(parser);
        assertThat(failed.attempt()).isEqualTo(5);
        assertThat(present.attempt()).isEqualTo(5);
        process(round(SEAL, failed));
        process(SEAL.seal(BroadcastInput.SecondRound.none("aim.queries.v1-0-41", failed)));
        assertNothingElse();
        assertThat(parser.counter(AimMetrics.SECOND_ROUNDS_SKIPPED)).isEqualTo(2);
        process(round(SEAL, present));
        assertThat(parser.output()).hasSize(1);
    }

    @Test
    void shouldRejectWhatIsMarkedAsASecondRoundAndTooShortForOne() throws Exception {
        process(new byte[] {2});
        process(Arrays.copyOf(new byte[] {2}, 33));
        assertThat(parser.deadLetters())
                .hasSize(2)
                .extracting(DeadLetter::reason)
                .containsOnly("The record is marked as the second round of a request, but is too short to be one. Send"
                        + " requests as JSON.");
        assertNothingElse();
    }

    private void assertRegistered(Request request) {
        List<MergeInput> told = parser.output(SideOutputs.REGISTRATIONS);
        assertThat(told.get(0)).isInstanceOfSatisfying(Registration.class, registration -> {
            assertThat(registration.request()).isEqualTo(request);
            assertThat(registration.askedMs()).isEqualTo(ASKED_MS);
        });
        boolean isText = request.asked().query().equals("q4");
        assertThat(told.subList(1, told.size()))
                .isEqualTo(isText ? List.of(new MergeInput.Planned(request.key(), null)) : List.of());
    }

    private void assertNothingElse() {
        assertThat(parser.output()).isEmpty();
        assertThat(parser.output(SideOutputs.POINT_QUERIES)).isEmpty();
        assertThat(parser.output(SideOutputs.REGISTRATIONS)).isEmpty();
        assertThat(parser.output(SideOutputs.REFUSALS)).isEmpty();
        assertThat(parser.deadLetters()).isEmpty();
    }

    private QueryResult onlyRefusal() {
        List<ResultMessage> refusals = parser.output(SideOutputs.REFUSALS);
        assertThat(refusals).hasSize(1);
        QueryResult result = new ResultCodec().decode(refusals.get(0).json());
        assertThat(refusals.get(0).clientId()).isEqualTo(result.clientId());
        assertThat(result.status()).isEqualTo(Status.ERROR);
        return result;
    }

    @Test
    void shouldSendNothingToThePartitionsForWhomNobodyWaits() throws Exception {
        process(new RequestCodec().encode("r-1", "c1", AskedQuery.withDefaults("q1"), 3, AnswerOptions.NONE));
        process(new RequestCodec()
                .encode("r-2", "c1", new AskedQuery("subscriber", Map.of("subscriberId", 7L)), 2, AnswerOptions.NONE));
        assertThat(parser.output()).isEmpty();
        assertThat(parser.output(SideOutputs.POINT_QUERIES)).isEmpty();
        assertThat(parser.output(SideOutputs.REGISTRATIONS))
                .as("for the merger, which answers with a timeout")
                .hasSize(2);
    }

    /** The merger knows by it which parts are late. */
    @Test
    void shouldRegisterRequestsInTheOrderOfTheTopic() throws Exception {
        List<AskedQuery> calls = List.of(
                new AskedQuery("sql", Map.of("text", "SELECT count(*) FROM subscribers")),
                new AskedQuery("subscriber", Map.of("subscriberId", 7L)),
                AskedQuery.withDefaults("q1"),
                new AskedQuery("sql", Map.of("text", "SELECT 1")));
        for (AskedQuery call : calls) {
            process(new RequestCodec().encode("r", "c1", call, 700, AnswerOptions.NONE));
        }
        assertThat(parser.output(SideOutputs.REGISTRATIONS))
                .filteredOn(Registration.class::isInstance)
                .extracting(MergeInput::requestKey)
                .containsExactly(
                        "aim.queries.v1-0-40", "aim.queries.v1-0-41", "aim.queries.v1-0-42", "aim.queries.v1-0-43");
    }

    @Test
    void shouldSendAQuestionAboutAllToEverybodyAndTellTheMerger() throws Exception {
        AskedQuery call = new AskedQuery("q4", Map.of("gamma", 2L));
        process(new RequestCodec().encode("r-1", "c1", call, 700, AnswerOptions.NONE));
        Request request = new Request("aim.queries.v1-0-40", "r-1", "c1", call, ASKED_MS + 700);
        assertThat(parser.output()).containsExactly(new Question(request, null));
        assertRegistered(request);
        assertNothingElse();
    }

    @Test
    void shouldTellTheMergerAloneOfARequestThatNobodyWaitsForAnyMore() throws Exception {
        byte[] value = new RequestCodec().encode("r-1", "c1", AskedQuery.withDefaults("q1"), 700, AnswerOptions.NONE);
        process(value, NOW_MS - 700);
        assertThat(parser.counter(AimMetrics.REQUESTS_EXPIRED)).isOne();
        assertThat(parser.output()).isEmpty();
        assertThat(parser.output(SideOutputs.REGISTRATIONS)).hasSize(1);
        process(value, NOW_MS - 699);
        assertThat(parser.counter(AimMetrics.REQUESTS_EXPIRED)).isOne();
        assertThat(parser.output()).hasSize(1);
    }

    @Test
    void shouldSendAQuestionAboutOneToItsOwnerAndTellTheMerger() throws Exception {
        AskedQuery call = new AskedQuery("subscriber", Map.of("subscriberId", -7L));
        process(new RequestCodec().encode("r-1", "c1", call, 700, AnswerOptions.NONE));
        Request request = new Request("aim.queries.v1-0-40", "r-1", "c1", call, ASKED_MS + 700);
        assertThat(parser.output(SideOutputs.POINT_QUERIES)).singleElement().satisfies(question -> {
            PointQuery point = (PointQuery) question;
            assertThat(point).isEqualTo(new PointQuery(EntityId.of(-7), request, point.parsedMicros()));
            assertThat(point.parsedMicros()).isPositive();
        });
        assertRegistered(request);
        assertNothingElse();
    }

    @Test
    void shouldSendAQuestionAboutAnEntityOfAModelToItsOwner(@TempDir Path folder) throws Exception {
        Model model = ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: {name: cardId, type: text}
                time: timestamp
                windows: [1 day]
                aggregates: {events: [count]}
                """, "payments.yaml");
        parser.close();
        parser = new FunctionHarness<>(
                new ParseQueries(ModelSettings.of(model, EntityTables.NONE, folder), SEAL, PlannerSource.DIRECT),
                new BroadcastInput.Format(),
                NOW_MS);
        AskedQuery call = new AskedQuery("card", Map.of("cardId", "c-7"));
        process(new RequestCodec().encode("r-1", "c1", call, 700, AnswerOptions.NONE));
        Request request = new Request("aim.queries.v1-0-40", "r-1", "c1", call, ASKED_MS + 700);
        assertThat(parser.output(SideOutputs.POINT_QUERIES))
                .singleElement()
                .satisfies(question -> assertThat(question.key()).isEqualTo(EntityId.of("c-7")));
        assertRegistered(request);
        process("{\"clientId\":\"c1\",\"query\":\"card\",\"params\":{\"cardId\":\"\\ud83d\"}}");
        assertThat(onlyRefusal().error())
                .isEqualTo(new QueryError(
                        Code.INVALID_PARAMETER,
                        "Query 'card' finds no cardId like this: cardId is not Unicode: it has half of a character."));
        assertNothingElse();
    }

    @Test
    void shouldKnowTheColumnsOfTheTablesOfTheJob() throws Exception {
        process(
                "{\"clientId\":\"c1\",\"query\":\"subscriber\",\"params\":{\"subscriberId\":7,\"columns\":\"city,zip.region\"}}");
        assertThat(parser.output(SideOutputs.POINT_QUERIES)).hasSize(1);
        assertThat(parser.output(SideOutputs.REGISTRATIONS)).hasSize(1);
        process("{\"clientId\":\"c1\",\"query\":\"subscriber\",\"params\":{\"subscriberId\":7,\"columns\":\"town\"}}");
        assertThat(onlyRefusal().error())
                .isEqualTo(new QueryError(
                        Code.INVALID_PARAMETER,
                        "Query 'subscriber' knows no column 'town'. Give names with commas between them; `aim model"
                                + " show` lists the aggregates, the attributes are subscriberId, zip, subscriptionType,"
                                + " category, cellValueType, the columns of their tables are zip.zip, zip.city,"
                                + " zip.state, zip.country, zip.region, subscriptionType.id, subscriptionType.type,"
                                + " subscriptionType.cost, subscriptionType.free_minutes,"
                                + " subscriptionType.data_gigabytes, category.id, category.category, cellValueType.id,"
                                + " cellValueType.value, cellValueType.threshold."));
        assertNothingElse();
    }

    private Request sql(String text) throws Exception {
        AskedQuery call = new AskedQuery("sql", Map.of("text", text));
        RawRecord raw = process(new RequestCodec().encode("r-1", "c1", call, 700, AnswerOptions.NONE));
        return new Request(raw.position(), "r-1", "c1", call, ASKED_MS + 700);
    }

    @Test
    void shouldRegisterATextBeforeItIsPlannedAndThenAskAll() throws Exception {
        Request request = sql("SELECT count(*) FROM subscribers");
        List<MergeInput> registrations = parser.output(SideOutputs.REGISTRATIONS);
        assertThat(registrations).hasSize(2).last().isEqualTo(new Planned(request.key(), null));
        assertThat(((Registration) registrations.get(0)).request()).isEqualTo(request);
        assertThat(parser.output()).containsExactly(new Question(request, null));
        assertNothingElse();
    }

    @Test
    void shouldEndATextThatItsClientCancelsInTheMergerToo() throws Exception {
        Request request = sql("SELECT count(*) FROM subscribers");
        parser.output(SideOutputs.REGISTRATIONS);
        process(new RequestCodec().encodeCancel("r-2", "another client", "r-1"));
        process(new RequestCodec().encodeCancel("r-3", "c1", "r-1"));
        process(new RequestCodec().encodeCancel("r-4", "c1", "r-1"));
        assertThat(parser.output(SideOutputs.REGISTRATIONS))
                .filteredOn(each -> !(each instanceof Registration))
                .containsExactly(new Refused(request.key(), QueryError.CANCELLED));
        // The partitions may be at it.
        assertThat(parser.output()).hasSize(4);
    }

    @Test
    void shouldSendTheValuesOfTablesWithTheQuestion() throws Exception {
        Request request = sql("SELECT count(*) FROM subscribers WHERE zip = (SELECT max(zip) FROM RegionInfo)");
        Question question = (Question) parser.output().get(0);
        assertThat(question.request()).isEqualTo(request);
        assertThat(question.tableValues()).isNotNull();
        List<MergeInput> registrations = parser.output(SideOutputs.REGISTRATIONS);
        assertThat(((Planned) registrations.get(1)).tableValues()).isEqualTo(question.tableValues());
        assertNothingElse();
    }

    @Test
    void shouldAskTheOwnerOfOneAfterItsTextIsPlanned() throws Exception {
        Request request = sql("SELECT zip FROM subscribers WHERE subscriber_id = 7");
        assertThat(parser.output(SideOutputs.POINT_QUERIES))
                .singleElement()
                .satisfies(question -> assertThat(question.key()).isEqualTo(EntityId.of(7)));
        List<MergeInput> registrations = parser.output(SideOutputs.REGISTRATIONS);
        assertThat(registrations).hasSize(2).last().isEqualTo(new Planned(request.key(), null));
        assertThat(((Registration) registrations.get(0)).request()).isEqualTo(request);
        assertNothingElse();
    }

    @Test
    void shouldEndTheRegistrationOfATextThatCannotBePlanned() throws Exception {
        Request request = sql("SELECT nothing FROM subscribers");
        List<MergeInput> registrations = parser.output(SideOutputs.REGISTRATIONS);
        assertThat(((Registration) registrations.get(0)).request()).isEqualTo(request);
        Refused refused = (Refused) registrations.get(1);
        assertThat(refused.requestKey()).isEqualTo(request.key());
        assertThat(refused.error().inSql()).isEqualTo(new QueryError.InSql("42703", 8));
        assertNothingElse();
    }

    @Test
    void shouldUnderstandAPlainInteger() throws Exception {
        process("11");
        Request request = new Request(
                "aim.queries.v1-0-40",
                "aim.queries.v1-0-40",
                "7",
                AskedQuery.withDefaults("q4"),
                ASKED_MS + Request.DEFAULT_TIMEOUT_MS);
        assertThat(parser.output()).containsExactly(new Question(request, null));
        assertRegistered(request);
        assertNothingElse();
    }

    @Test
    void shouldNotBelieveATimeOfAskingThatIsAhead() throws Exception {
        byte[] value = new RequestCodec()
                .encode("r-1", "c1", AskedQuery.withDefaults("q1"), Request.MAX_TIMEOUT_MS, AnswerOptions.NONE);
        process(value, Long.MAX_VALUE);
        Question query = (Question) parser.output().get(0);
        assertThat(query.request().deadlineMs()).isEqualTo(NOW_MS + Request.MAX_TIMEOUT_MS);
    }

    @Test
    void shouldRefuseWhatTheCatalogueDoesNotHave() throws Exception {
        process("{\"requestId\":\"r-1\",\"clientId\":\"c1\",\"query\":\"q8\"}");
        QueryResult result = onlyRefusal();
        assertThat(result.requestId()).isEqualTo("r-1");
        assertThat(result.error().code()).isEqualTo(Code.UNKNOWN_QUERY);
        process("{\"requestId\":\"r-1\",\"clientId\":\"c1\",\"query\":\"q4\",\"params\":{\"gamma\":\"many\"}}");
        assertThat(onlyRefusal().error().code()).isEqualTo(Code.INVALID_PARAMETER);
        process("{\"clientId\":\"c1\",\"query\":\"q4\",\"timeoutMs\":60001}");
        assertThat(onlyRefusal().error().code()).isEqualTo(Code.MALFORMED);
        assertThat(parser.counter(AimMetrics.ANSWERS)).isEqualTo(3);
        assertThat(parser.counter("answersUnknownQuery")).isEqualTo(1);
        assertThat(parser.counter("answersInvalidParameter")).isEqualTo(1);
        assertThat(parser.counter("answersMalformed")).isEqualTo(1);
        assertNothingElse();
    }

    @Test
    void shouldRefuseARequestOfMoreBytesThanTheLimit() throws Exception {
        String head = "{\"clientId\":\"c1\",\"query\":\"q1\"";
        String padding = " ".repeat(RequestParser.MAX_REQUEST_BYTES - head.length() - 1);
        process(head + padding + "}");
        assertThat(parser.output()).hasSize(1);
        assertThat(parser.output(SideOutputs.REGISTRATIONS))
                .as("that it is registered, and that it is planned")
                .hasSize(2);
        process(head + " " + padding + "}");
        QueryResult result = onlyRefusal();
        assertThat(result.clientId()).isEqualTo("c1");
        assertThat(result.error().code()).isEqualTo(Code.TOO_LARGE);
        assertNothingElse();
    }

    @Test
    void shouldLayAsideWhatDoesNotSayWhomToAnswer() throws Exception {
        RawRecord anonymous = process("{\"requestId\":\"r-1\",\"query\":\"q1\"}");
        assertThat(parser.deadLetters())
                .containsExactly(DeadLetter.of(
                        anonymous,
                        DeadLetterReason.UNANSWERABLE,
                        "clientId is missing. Give the key that the result is to have."));
        RawRecord deleted = process((byte[]) null);
        assertThat(parser.deadLetters())
                .containsExactly(DeadLetter.of(
                        deleted,
                        DeadLetterReason.UNANSWERABLE,
                        "The value is null. A request cannot be deleted; it ends by itself."));
        process("?");
        assertThat(parser.deadLetters()).hasSize(1);
        assertThat(parser.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(3);
        assertThat(parser.counter("deadLettersUnanswerable")).isEqualTo(3);
        assertNothingElse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"requestId\":\"\\ud83d\",\"clientId\":\"c1\",\"query\":\"q8\"}",
                "{\"clientId\":\"\\ud83d\",\"query\":\"q8\"}",
                "{\"clientId\":\"c1\",\"query\":\"\\ud83d\"}",
                "{\"clientId\":\"c1\",\"query\":\"q1\",\"params\":{\"\\ud83d\":1}}",
                "{\"clientId\":\"c1\",\"query\":\"q5\",\"params\":{\"category\":1,\"\\udcde\":1}}",
                "{\"clientId\":\"c1\",\"query\":\"q1\",\"\\ud83d\":1}"
            })
    void shouldRefuseHalfACharacterToo(String request) throws Exception {
        process(request);
        assertThat(onlyRefusal().error()).isNotNull();
    }

    @Test
    void shouldRefuseALongNameWhereverItsCharactersBreak() throws Exception {
        for (int padding = 0; padding < 2; padding++) {
            String name = "x".repeat(padding) + "📞".repeat(200);
            process("{\"clientId\":\"c1\",\"query\":\"q1\",\"" + name + "\":1}");
            assertThat(onlyRefusal().error().code()).isEqualTo(Code.MALFORMED);
            process("{\"clientId\":\"c1\",\"query\":\"q1\",\"timeoutMs\":\"" + name + "\"}");
            assertThat(onlyRefusal().error().code()).isEqualTo(Code.MALFORMED);
        }
    }

    @Test
    void shouldSurviveAnyBytes() throws Exception {
        long seed = 11;
        Random random = new Random(seed);
        byte[] good = new RequestCodec()
                .encode("r-1", "c1", new AskedQuery("q4", Map.of("gamma", 2L)), 700, AnswerOptions.NONE);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = good.clone();
            for (int left = 1 + random.nextInt(3); left > 0; left--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            long skippedBefore = parser.counter(AimMetrics.SECOND_ROUNDS_SKIPPED);
            process(damaged);
            int outcomes = parser.output().size()
                    + parser.output(SideOutputs.POINT_QUERIES).size()
                    + parser.output(SideOutputs.REFUSALS).size()
                    + parser.deadLetters().size();
            outcomes += (int) (parser.counter(AimMetrics.SECOND_ROUNDS_SKIPPED) - skippedBefore);
            assertThat(outcomes).as("seed=%d request=%d", seed, i).isEqualTo(1);
        }
    }
}
