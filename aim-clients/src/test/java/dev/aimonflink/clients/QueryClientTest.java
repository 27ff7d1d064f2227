package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class QueryClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final AskedQuery CALL = new AskedQuery("q1", Map.of("alpha", 2L));
    private static final ResultCodec CODEC = new ResultCodec();

    private final RequestParser parser =
            new RequestParser(Catalogues.of(CallModel.schema(CallModel.AGGREGATES_PER_COPY)));
    private final Topics topics = Topics.defaults();
    private final FakeResults results = new FakeResults(topics);
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final FakeProducer queries = new FakeProducer(true, record -> requests.add(parsed(record.value())));
    private final QueryClient client =
            new QueryClient(Connection.to("broker:9092"), topics, "analyst", queries, results);

    @AfterEach
    void close() {
        client.close();
    }

    private Request parsed(byte[] value) {
        RequestOutcome parsed = parser.parse(value, "queries-0-0", 0);
        assertThat(parsed).isInstanceOf(RequestOutcome.Accepted.class);
        return ((RequestOutcome.Accepted) parsed).request();
    }

    private void answer(QueryResult result) {
        results.add(result.clientId().getBytes(StandardCharsets.UTF_8), CODEC.encode(result));
    }

    private static QueryResult await(CompletableFuture<QueryResult> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS);
    }

    private static void awaitThat(String what, BooleanSupplier condition) throws TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(what);
            }
            Thread.onSpinWait();
        }
    }

    private Request awaitRequest(int index) throws TimeoutException {
        awaitThat("request " + index, () -> requests.size() > index);
        return requests.get(index);
    }

    @Test
    void shouldSendTheRequestAndReturnItsAnswer() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, Duration.ofSeconds(5));

        Request request = requests.get(0);
        assertThat(queries.history().get(0).topic()).isEqualTo("aim.queries.v1");
        assertThat(request.clientId()).isEqualTo("analyst");
        assertThat(request.asked()).isEqualTo(CALL);
        assertThat(request.deadlineMs()).as("from the record's time on").isBetween(4_000L, 5_000L);
        assertThat(client.inFlight()).isEqualTo(1);

        QueryResult result = Results.ok(request, List.of("a", "b"), List.of(List.of(1L, "x")));
        answer(result);
        assertThat(await(answer)).isEqualTo(result);
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldReadAllPartitionsFromWhereTheyEndedAtConstruction() {
        Set<TopicPartition> partitions = results.assignment();
        assertThat(partitions).hasSize(2);
        for (TopicPartition partition : partitions) {
            assertThat(results.position(partition)).isEqualTo(FakeResults.FIRST_NEW_OFFSET);
        }
    }

    @Test
    void shouldAnswerEachOfManyInAnyOrder() throws Exception {
        List<CompletableFuture<QueryResult>> answers = new ArrayList<>();
        for (long alpha = 0; alpha < 500; alpha++) {
            answers.add(client.ask(new AskedQuery("q1", Map.of("alpha", alpha)), TIMEOUT));
        }
        for (int i = requests.size() - 1; i >= 0; i--) {
            Request request = requests.get(i);
            answer(Results.ok(
                    request,
                    List.of("alpha"),
                    List.of(List.of(request.asked().params().get("alpha")))));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertThat(await(answers.get(i)).rows()).isEqualTo(List.of(List.of((long) i)));
        }
        assertThat(requests).extracting(Request::requestId).doesNotHaveDuplicates();
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldTakeTheFirstAnswerAndCountTheSecond() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        answer(Results.ok(requests.get(0), List.of("n"), List.of(List.of(1L))));
        answer(Results.ok(requests.get(0), List.of("n"), List.of(List.of(2L))));
        assertThat(await(answer).rows()).isEqualTo(List.of(List.of(1L)));
        awaitThat("the second answer", () -> client.unclaimed() == 1);
    }

    @Test
    void shouldOverlookAnswersToOthers() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        Request own = requests.get(0);
        Request other = new Request("k", own.requestId(), "somebody", CALL, 0);
        answer(Results.ok(other, List.of("n"), List.of(List.of(1L))));
        results.add(null, CODEC.encode(Results.ok(other)));
        results.add("analyst".getBytes(StandardCharsets.UTF_8), null);
        answer(Results.ok(own, List.of("n"), List.of(List.of(2L))));
        assertThat(await(answer).rows()).isEqualTo(List.of(List.of(2L)));
        assertThat(client.unclaimed()).isZero();
    }

    @Test
    void shouldCountWhatIsNoResultAndGoOn() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        results.add("analyst".getBytes(StandardCharsets.UTF_8), new byte[] {'{'});
        answer(Results.ok(requests.get(0)));
        assertThat(await(answer).status()).isEqualTo(Status.OK);
        assertThat(client.malformed()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"WINDOW_TURNED", "RESTARTED"})
    void shouldAskAgainWhereTheMomentWasBad(Code code) throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        answer(Results.error(requests.get(0), code));
        Request second = awaitRequest(1);
        assertThat(second.asked()).isEqualTo(CALL);
        assertThat(second.requestId()).isNotEqualTo(requests.get(0).requestId());
        assertThat(second.deadlineMs())
                .as("the rest of the time")
                .isLessThan(requests.get(0).deadlineMs());
        assertThat(answer).isNotDone();

        answer(Results.ok(second));
        assertThat(await(answer).status()).isEqualTo(Status.OK);
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldHandOnTheErrorOfTheLastAttempt() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        for (int attempt = 0; attempt < QueryClient.MAX_ATTEMPTS; attempt++) {
            answer(Results.error(awaitRequest(attempt), Code.WINDOW_TURNED));
        }
        QueryResult result = await(answer);
        assertThat(result.error().code()).isEqualTo(Code.WINDOW_TURNED);
        assertThat(result.requestId())
                .isEqualTo(requests.get(QueryClient.MAX_ATTEMPTS - 1).requestId());
        assertThat(requests).hasSize(QueryClient.MAX_ATTEMPTS);
    }

    /** So ends a request whose window turned between its two rounds. */
    @Test
    void shouldAskAgainWhereAnErrorOfSqlSaysSo() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        Request first = requests.get(0);
        QueryError turned = new QueryError(Code.SQL_ERROR, "Ask again.", new QueryError.InSql("40001", 0));
        answer(QueryResult.refusal(first.requestId(), first.clientId(), "sql", turned));
        answer(Results.ok(awaitRequest(1)));
        assertThat(await(answer).status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldNotAskAgainWhereNoTimeIsLeft() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, Duration.ofMillis(1));
        answer(Results.error(requests.get(0), Code.RESTARTED));
        assertThat(await(answer).error().code()).isEqualTo(Code.RESTARTED);
        assertThat(requests).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"WINDOW_TURNED", "RESTARTED"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldHandOnOtherErrorsAtOnce(Code code) throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        answer(Results.error(requests.get(0), code));
        assertThat(await(answer).error().code()).isEqualTo(code);
        assertThat(requests).hasSize(1);
    }

    @Test
    void shouldTellItselfWhereNobodyAnswers() throws Exception {
        QueryResult result = await(client.ask(CALL, Duration.ofMillis(20)));
        assertThat(result.status()).isEqualTo(Status.TIMEOUT);
        assertThat(result.query()).isEqualTo("q1");
        assertThat(result.requestId()).isEqualTo(requests.get(0).requestId());
        assertThat(result.error())
                .isEqualTo(new QueryError(
                        Code.TIMED_OUT,
                        "No answer came within 20 ms. See that the job runs and reads aim.queries.v1, or give it more"
                                + " time."));
        assertThat(client.inFlight()).isZero();

        answer(Results.ok(requests.get(0)));
        awaitThat("the late answer", () -> client.unclaimed() == 1);
    }

    /** A producer waits for Kafka when it has to learn the topic's partitions anew. */
    @Test
    void shouldCountTheTimeInWhichTheProducerBlocks() throws Exception {
        AtomicReference<QueryClient> asking = new AtomicReference<>();
        FakeProducer blocked = new FakeProducer(
                true, record -> assertThat(Waiting.until(() -> asking.get().inFlight() == 0, TIMEOUT))
                        .isTrue());
        asking.set(new QueryClient(Connection.to("broker:9092"), topics, "blocked", blocked, new FakeResults(topics)));
        try (QueryClient first = asking.get()) {
            assertThat(await(first.ask(CALL, Duration.ofMillis(20))).status()).isEqualTo(Status.TIMEOUT);
        }
    }

    @Test
    void shouldRefuseTimesOutsideTheLimits() {
        for (Duration timeout :
                List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofMillis(Request.MAX_TIMEOUT_MS + 1))) {
            assertFails(InvalidInputException.class, () -> client.ask(CALL, timeout));
        }
        assertThatThrownBy(() -> client.ask(CALL, Duration.ofMinutes(2)))
                .hasMessage("timeout=2m is outside 1ms..1m. Give a time inside.");
        assertThat(client.ask(CALL, Duration.ofMillis(Request.MAX_TIMEOUT_MS))).isNotDone();
    }

    @Test
    void shouldRefuseToHaveMoreInFlightThanTheLimit() throws Exception {
        List<CompletableFuture<QueryResult>> answers = new ArrayList<>();
        try (QueryClient busy = silentClient("busy")) {
            for (int i = 0; i < QueryClient.MAX_IN_FLIGHT; i++) {
                answers.add(busy.ask(CALL, TIMEOUT));
            }
            assertThat(answers).noneMatch(CompletableFuture::isDone);
            assertThat(busy.ask(CALL, TIMEOUT))
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .withCauseInstanceOf(ClientException.class)
                    .withMessageContaining("16384 requests of this client wait for an answer. Wait for some of them, or"
                            + " use more clients.");

            answers.get(0).cancel(false);
            assertThat(busy.ask(CALL, TIMEOUT)).isNotDone();
        }
    }

    @Test
    void shouldEndTheRequestInTheJobIfItsAnswerIsCancelled() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        answer.cancel(false);

        Request cancel = awaitRequest(1);
        assertThat(cancel.asked()).isEqualTo(CancelRequest.asked(requests.get(0).requestId()));
        assertThat(cancel.clientId()).isEqualTo("analyst");
        assertThat(cancel.requestId()).isNotEqualTo(requests.get(0).requestId());
        assertThat(queries.history().get(1).partition())
                .as("behind the request")
                .isZero();
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldCancelARequestOnlyOnceKafkaHasIt() {
        FakeProducer slow = new FakeProducer(false, record -> requests.add(parsed(record.value())));
        try (QueryClient asking =
                new QueryClient(Connection.to("broker:9092"), topics, "c", slow, new FakeResults(topics))) {
            asking.ask(CALL, TIMEOUT).cancel(false);
            assertThat(requests).hasSize(1);
            slow.completeNext();
            assertThat(requests).hasSize(2);
            assertThat(requests.get(1).asked())
                    .isEqualTo(CancelRequest.asked(requests.get(0).requestId()));
            assertThat(slow.history().get(1).partition()).isZero();
        }
    }

    @Test
    void shouldCancelTheLastAttemptOnlyOnceKafkaHasIt() throws Exception {
        FakeProducer slow = new FakeProducer(false, record -> requests.add(parsed(record.value())));
        FakeResults own = new FakeResults(topics);
        try (QueryClient asking = new QueryClient(Connection.to("broker:9092"), topics, "c", slow, own)) {
            CompletableFuture<QueryResult> answer = asking.ask(CALL, TIMEOUT);
            QueryResult turned = Results.error(requests.get(0), Code.WINDOW_TURNED);
            own.add("c".getBytes(StandardCharsets.UTF_8), CODEC.encode(turned));
            Request second = awaitRequest(1);
            answer.cancel(false);
            slow.completeNext();
            assertThat(requests).as("Kafka has the first attempt only").hasSize(2);
            slow.completeNext();
            assertThat(requests).hasSize(3);
            assertThat(requests.get(2).asked()).isEqualTo(CancelRequest.asked(second.requestId()));
        }
    }

    @Test
    void shouldNotCancelARequestThatIsAnswered() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        answer(Results.ok(requests.get(0), List.of("a"), List.of(List.of(1L))));
        await(answer);
        answer.cancel(false);
        assertThat(requests).hasSize(1);
    }

    /** An answer of several chunks, all of one attempt. */
    private static QueryResult longAnswer(Request request, String text) {
        List<List<Object>> rows = new ArrayList<>();
        for (long row = 0; row < 300; row++) {
            rows.add(List.of(row, text.repeat(10_000)));
        }
        return Results.ok(request, List.of("n", "text"), rows);
    }

    private static List<byte[]> chunks(QueryResult result, long attempt) {
        List<byte[]> chunks = new ResultRecords().of(result, attempt).records();
        assertThat(chunks).hasSizeGreaterThan(3);
        return chunks;
    }

    private void send(byte[] record) {
        results.add("analyst".getBytes(StandardCharsets.UTF_8), record);
    }

    @Test
    void shouldPutALongAnswerTogetherWhateverTheOrderOfItsChunks() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        QueryResult result = longAnswer(requests.get(0), "x");
        List<byte[]> chunks = new ArrayList<>(chunks(result, 1));
        chunks.add(chunks.get(0));
        Collections.reverse(chunks);
        chunks.forEach(this::send);
        assertThat(await(answer)).isEqualTo(result);
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldNotMixTheChunksOfTwoAttempts() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        List<byte[]> first = chunks(longAnswer(requests.get(0), "x"), 1);
        QueryResult result = longAnswer(requests.get(0), "y");
        List<byte[]> second = chunks(result, 2);
        // Of the first attempt all but the first come.
        for (int n = 0; n < second.size(); n++) {
            send(n == 0 ? second.get(n) : first.get(n));
            send(second.get(n));
        }
        assertThat(await(answer)).isEqualTo(result);
    }

    @Test
    void shouldPutTogetherTheStatementsOfABatch() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        QueryResult first = longAnswer(requests.get(0), "x");
        QueryResult batch = first.withOthers(
                List.of(first.withRows(List.of()), longAnswer(requests.get(0), "y"), first.withRows(List.of())));
        List<byte[]> chunks = new ArrayList<>(chunks(batch, 1));
        Collections.reverse(chunks);
        chunks.forEach(this::send);
        assertThat(await(answer)).isEqualTo(batch);
    }

    @Test
    void shouldSayHowMuchOfALongAnswerCameInTime() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, Duration.ofSeconds(2));
        List<byte[]> chunks = chunks(longAnswer(requests.get(0), "x"), 1);
        send(chunks.get(0));
        send(chunks.get(2));
        QueryResult result = await(answer);
        assertThat(result.status()).isEqualTo(Status.TIMEOUT);
        assertThat(result.error().message())
                .isEqualTo("Only 2 of " + chunks.size() + " chunks of the answer came within 2000 ms. See that the job"
                        + " runs and reads aim.queries.v1, or give it more time.");
        send(chunks.get(1));
        awaitThat("the late chunk", () -> client.unclaimed() == 1);
    }

    @Test
    void shouldAskAgainWhereTheJobRestartedBetweenTwoChunks() throws Exception {
        CompletableFuture<QueryResult> answer = client.ask(CALL, TIMEOUT);
        send(chunks(longAnswer(requests.get(0), "x"), 1).get(0));
        answer(Results.error(requests.get(0), Code.RESTARTED));
        QueryResult result = longAnswer(awaitRequest(1), "y");
        chunks(result, 2).forEach(this::send);
        assertThat(await(answer)).isEqualTo(result);
    }

    @Test
    void shouldFailTheRequestWhoseChunksHaveNoRoomAndServeTheOthers() throws Exception {
        List<CompletableFuture<QueryResult>> answers = new ArrayList<>();
        int fitting = 0;
        for (long bytes = 0; bytes < LongAnswers.MAX_BYTES; fitting++) {
            answers.add(client.ask(CALL, TIMEOUT));
            List<byte[]> chunks = chunks(longAnswer(requests.get(fitting), "x"), 1);
            for (byte[] chunk : chunks.subList(1, chunks.size())) {
                bytes += chunk.length;
                send(chunk);
            }
        }
        // The records are in two partitions, so that any of the requests may have the chunk that is too much.
        awaitThat("a refusal", () -> answers.stream().anyMatch(CompletableFuture::isDone));
        int refused = IntStream.range(0, fitting)
                .filter(request -> answers.get(request).isDone())
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> await(answers.get(refused)))
                .hasCauseInstanceOf(ClientException.class)
                .hasMessageContaining(
                        "The chunks of long answers to this client have more than 67108864 bytes together."
                                + " Ask for fewer long answers at a time.");
        assertThat(answers.get(refused == 1 ? 2 : 1).cancel(false))
                .as("makes room")
                .isTrue();
        int served = refused == 0 ? 3 : 0;
        QueryResult result = longAnswer(requests.get(served), "x");
        send(chunks(result, 1).get(0));
        assertThat(await(answers.get(served))).isEqualTo(result);
        assertThat(client.inFlight()).isEqualTo(fitting - 3);
    }

    private QueryClient silentClient(String clientId) {
        return new QueryClient(
                Connection.to("broker:9092"), topics, clientId, FakeProducer.acknowledging(), new FakeResults(topics));
    }

    @Test
    void shouldFailWhereTheRequestIsNotTaken() {
        queries.sendException = new RecordTooLargeException("Too large.");
        assertThat(client.ask(CALL, TIMEOUT))
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableThat()
                .withCauseInstanceOf(ClientException.class)
                .withMessageContaining("Kafka at broker:9092 did not let us publish to aim.queries.v1: Too large.");
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldFailWhereTheRequestIsLostLater() {
        FakeProducer slow = new FakeProducer(false, record -> {});
        try (QueryClient asking =
                new QueryClient(Connection.to("broker:9092"), topics, "c", slow, new FakeResults(topics))) {
            CompletableFuture<QueryResult> answer = asking.ask(CALL, TIMEOUT);
            slow.errorNext(new KafkaException("Gone."));
            assertThat(answer)
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableThat()
                    .withMessageContaining("Kafka at broker:9092 did not let us publish to aim.queries.v1: Gone.");
            assertThat(asking.inFlight()).isZero();
        }
    }

    @Test
    void shouldFailWhereAParameterIsOfNoKind() {
        assertThat(client.ask(new AskedQuery("q1", Map.of("alpha", new Object())), TIMEOUT))
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldFailWhatWaitsAndWhatComesOnceResultsCannotBeRead() {
        CompletableFuture<QueryResult> waiting = client.ask(CALL, TIMEOUT);
        results.setPollException(new KafkaException("Not you."));
        String message = "Kafka at broker:9092 did not let us read aim.results.v1: Not you.";
        assertThatThrownBy(() -> await(waiting))
                .hasCauseInstanceOf(ClientException.class)
                .hasMessageContaining(message);
        assertFails(CompletionException.class, () -> client.ask(CALL, TIMEOUT).join())
                .hasMessageContaining(message);
    }

    @Test
    void shouldFailWhatWaitsWhereTheReaderOfResultsEndsByAnError() {
        CompletableFuture<QueryResult> waiting = client.ask(CALL, TIMEOUT);
        results.schedulePollTask(() -> {
            throw new StackOverflowError();
        });
        assertThatThrownBy(() -> await(waiting)).hasCauseInstanceOf(ClientException.class);
        assertThatThrownBy(() -> client.ask(CALL, TIMEOUT).join()).hasCauseInstanceOf(ClientException.class);
    }

    @Test
    void shouldFailWhatWaitsAndWhatComesOnceItIsClosed() {
        CompletableFuture<QueryResult> waiting = client.ask(CALL, TIMEOUT);
        client.close();
        assertThatThrownBy(() -> await(waiting))
                .hasCauseInstanceOf(ClientException.class)
                .hasMessageContaining("The query client was closed before the answer came.");
        assertThatThrownBy(() -> await(client.ask(CALL, TIMEOUT))).hasCauseInstanceOf(ClientException.class);
        assertThat(results.closed()).isTrue();
        // With time it would wait for the fetch on its way.
        assertThat(results.closeTimeout).isEqualTo(Duration.ZERO);
        assertThat(queries.closed()).isTrue();
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldLetAnAnswersReaderCloseTheClient() throws Exception {
        CompletableFuture<Void> closed = client.ask(CALL, TIMEOUT).thenAccept(result -> client.close());
        answer(Results.ok(requests.get(0)));
        closed.get(20, TimeUnit.SECONDS);
        awaitThat("the end of reading", results::closed);
    }

    @Test
    void shouldSayWhichTopicIsMissing() {
        FakeResults none = new FakeResults(Topics.withPrefix("other."));
        FakeProducer producer = FakeProducer.acknowledging();
        assertFails(
                        ClientException.class,
                        () -> new QueryClient(Connection.to("broker:9092"), topics, "c", producer, none))
                .hasMessage("The broker at broker:9092 has no topic aim.queries.v1. Create it with `aim topics"
                        + " create` and the same options.");
        assertThat(none.closed()).isTrue();
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void shouldRefuseAnEmptyOrEndlessName() {
        for (String name : List.of("", "x".repeat(QueryClient.MAX_CLIENT_ID_LENGTH + 1))) {
            assertFails(InvalidInputException.class, () -> silentClient(name))
                    .hasMessage("clientId=" + name + " has " + name.length() + " characters. Give 1 to 128.");
        }
        silentClient("x".repeat(QueryClient.MAX_CLIENT_ID_LENGTH)).close();
    }

    @Test
    void shouldNeverShareARequestIdWithANamesake() {
        Set<String> requestIds = new HashSet<>();
        FakeProducer other = new FakeProducer(true, record -> requests.add(parsed(record.value())));
        try (QueryClient namesake =
                new QueryClient(Connection.to("broker:9092"), topics, "analyst", other, new FakeResults(topics))) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.ask(CALL, TIMEOUT)).isNotDone();
                assertThat(namesake.ask(CALL, TIMEOUT)).isNotDone();
            }
        }
        requests.forEach(request -> requestIds.add(request.requestId()));
        assertThat(requestIds).hasSize(200);
    }
}
