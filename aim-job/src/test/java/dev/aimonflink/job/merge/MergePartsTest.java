package dev.aimonflink.job.merge;

import dev.aimonflink.job.CapturedLog;
import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.job.message.MergeInput.Planned;
import dev.aimonflink.job.message.MergeInput.Refused;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.format.result.ResultChunk;
import dev.aimonflink.query.serve.format.result.ResultRecord;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.WithProgress;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.job.merge.MergeHarness.TIMEOUT_MS;
import static dev.aimonflink.job.merge.MergeParts.CHECK_INTERVAL_MS;
import static dev.aimonflink.job.merge.MergeParts.UNREGISTERED_MS;
import static org.assertj.core.api.Assertions.assertThat;

class MergePartsTest {
    private static final String KEY = "aim.queries.v1-0-42";

    private MergeHarness merger;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws Exception {
        merger = MergeHarness.fresh();
    }

    @AfterEach
    void stop() throws Exception {
        merger.close();
    }

    private QueryResult onlyAnswer() {
        List<QueryResult> answers = merger.answers();
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private void assertError(QueryResult result, Status status, Code code, String message) {
        assertThat(result.status()).isEqualTo(status);
        assertThat(result.error()).isEqualTo(new QueryError(code, message));
        assertThat(result.rows()).isEmpty();
        assertThat(result.requestId()).isEqualTo("id of " + KEY);
        assertThat(result.clientId()).isEqualTo("client of " + KEY);
        assertThat(result.query()).isEqualTo("verify");
    }

    /** Beyond the time that any timer waits for. */
    private void passUntilAllIsForgotten() throws Exception {
        merger.pass(2 * UNREGISTERED_MS + TIMEOUT_MS);
    }

    @Test
    void shouldAnswerARefusedTextAndKeepNothingOfIt() throws Exception {
        Request request = MergeHarness.request("a", new AskedQuery("sql", Map.of("text", "SELECT")));
        merger.process(new Registration(request, Registration.UNKNOWN_TIME, Execution.UNKNOWN));
        QueryError error = new QueryError(Code.OVERLOADED, "Too much to plan.");
        merger.process(new Refused("a", error));
        assertThat(merger.answers()).singleElement().satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(Status.ERROR);
            assertThat(answer.error()).isEqualTo(error);
            assertThat(answer.requestId()).isEqualTo("id of a");
        });
        merger.process(new Refused("a", error));
        merger.process(new Planned("a", null));
        assertThat(merger.answers()).isEmpty();
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldAnswerOnceEveryPartitionGaveItsPart() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 3, 10));
        merger.process(merger.part(KEY, 1, 3, 200));
        assertThat(merger.answers()).isEmpty();
        merger.process(merger.part(KEY, 2, 3, 3_000));
        QueryResult result = onlyAnswer();
        assertThat(result.status()).isEqualTo(Status.OK);
        assertThat(result.error()).isNull();
        assertThat(result.requestId()).isEqualTo("id of " + KEY);
        assertThat(result.clientId()).isEqualTo("client of " + KEY);
        assertThat(result.columns()).containsExactly("rows", "differences");
        assertThat(result.rows()).containsExactly(List.of(3_210L, 0L));
        assertThat(result.partitions()).isEqualTo(new Partitions(3, 3));
        assertThat(result.rowsScanned()).isEqualTo(3_210);
        assertThat(result.asOf().windows())
                .isEqualTo(Map.of("1 day", LocalDate.of(2026, 11, 20), "1 week", LocalDate.of(2026, 11, 16)));
        assertThat(result.asOf().progress()).isNull();
        assertThat(merger.counter(AimMetrics.ANSWERS)).isEqualTo(1);
        assertThat(merger.counter("answersOk")).isEqualTo(1);
        assertThat(merger.histogram(AimMetrics.MERGE_WAIT_MICROS).getCount()).isEqualTo(1);
    }

    @Test
    void shouldLookUpColumnsInTheTablesOfTheJob() throws Exception {
        AskedQuery call = new AskedQuery("subscriber", Map.of("subscriberId", 7L, "columns", "city,zip.country"));
        merger.register(MergeHarness.request(KEY, call));
        MatrixSchema schema = TestSettings.with().schema();
        EntityTable regions = TestSettings.with().tables().table("RegionInfo");
        EntityRecord record = new EntityRecord(
                EntityId.of(7),
                schema.fingerprint(),
                new int[schema.windows().size()],
                new int[schema.layout().intCount()],
                new long[schema.layout().longCount()],
                Attributes.of(regions.cell(0, 0), 1L, 1L, 1L));
        byte[] partial = new EntityQuery(schema, EntityId.of(7), List.of(), Map.of())
                .partial(record)
                .toBytes();
        merger.process(MergeHarness.withPartial(partial, merger.part(KEY, 0, 1, 1)));
        QueryResult result = onlyAnswer();
        assertThat(result.error()).isNull();
        assertThat(result.columns()).containsExactly("city", "zip.country");
        assertThat(result.rows()).containsExactly(List.of(regions.cell(0, 1), regions.cell(0, 3)));
    }

    /** A question that no partition needs rows for: 1,296 rows with one text of at least so many characters. */
    private void askForLongRows(int characters) throws Exception {
        String text = "SELECT '" + "x".repeat(characters)
                + "' || a.zip || b.zip || c.zip || d.zip FROM RegionInfo a, RegionInfo b, RegionInfo c, RegionInfo d";
        merger.register(MergeHarness.request(KEY, new AskedQuery("sql", Map.of("text", text))));
        byte[] partial = Partial.of(new NestedPartials().add(null)).toBytes();
        merger.process(MergeHarness.withPartial(partial, merger.part(KEY, 0, 1, 1)));
    }

    /** The records since the last call, each with some rows of one answer. */
    private List<ResultRecord> chunks(int count) {
        List<ResultRecord> chunks = merger.records();
        assertThat(chunks).hasSize(count);
        Set<Object> rows = new HashSet<>();
        for (int n = 0; n < count; n++) {
            assertThat(chunks.get(n).chunk()).isEqualTo(new ResultChunk(n, count - 1, merger.nowMs(), 0));
            rows.addAll(chunks.get(n).result().rows());
        }
        assertThat(rows).hasSize(1_296);
        return chunks;
    }

    @Test
    void shouldSendALongAnswerInChunksThatDifferInTheirAttemptAfterARestart() throws Exception {
        askForLongRows(2_000);
        long attempt = chunks(3).get(0).chunk().attempt();
        assertThat(merger.counter(AimMetrics.ANSWERS)).isEqualTo(1);
        assertThat(merger.counter("answersOk")).isEqualTo(1);
        assertThat(merger.stateEntries()).isZero();

        merger = merger.restart(3, 1);
        askForLongRows(2_000);
        assertThat(chunks(3).get(0).chunk().attempt()).isGreaterThan(attempt);
    }

    @Test
    void shouldCountAnAnswerThatIsTooLargeAsTheErrorThatItIs() throws Exception {
        askForLongRows(7_000);
        assertThat(onlyAnswer().error().code()).isEqualTo(Code.RESULT_TOO_LARGE);
        assertThat(merger.counter("answersResultTooLarge")).isEqualTo(1);
        assertThat(merger.counter("answersOk")).isZero();
    }

    @Test
    void shouldAnswerOnRocksDbAlsoAfterARestart() throws Exception {
        merger.close();
        merger = MergeHarness.on(new EmbeddedRocksDBStateBackend());
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        merger.process(merger.part(KEY, 0, 2, 10));
        merger.process(merger.part(KEY, 1, 2, 200));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(210L, 0L));
        merger.register("other");
        merger.process(merger.part("other", 0, 2, 10));
        merger = merger.restart(3, 0);
        merger.process(merger.part(KEY, 0, 2, 10));
        merger.process(merger.part("other", 0, 2, 10));
        merger.process(merger.part("other", 1, 2, 200));
        passUntilAllIsForgotten();
        assertThat(merger.answers())
                .singleElement()
                .satisfies(result -> assertThat(result.error().code()).isEqualTo(Code.RESTARTED));
    }

    @Test
    void shouldMeasureARequestFromTheTimeOfAskingWhateverItsAnswer() throws Exception {
        merger.process(new Registration(MergeHarness.request("a"), merger.nowMs() - 20, Execution.UNKNOWN));
        merger.pass(10);
        merger.process(merger.part("a", 0, 1, 10));
        merger.process(new Registration(MergeHarness.request("b"), merger.nowMs(), Execution.UNKNOWN));
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(2);
        assertThat(merger.histogram(AimMetrics.REQUEST_LATENCY_MS)
                        .getStatistics()
                        .getValues())
                .containsExactlyInAnyOrder(30, TIMEOUT_MS - 10);
        assertThat(merger.counter("answersTimedOut")).isEqualTo(1);
    }

    @Test
    void shouldNotCareForTheOrderOfRegistrationAndParts() throws Exception {
        for (int order = 0; order < 24; order++) {
            String key = "order-" + order;
            List<MergeInput> inputs = new ArrayList<>(List.of(
                    new Registration(MergeHarness.request(key), Registration.UNKNOWN_TIME, Execution.UNKNOWN),
                    new Arrival(merger.part(key, 0, 3, 10)),
                    new Arrival(merger.part(key, 1, 3, 200)),
                    new Arrival(merger.part(key, 2, 3, 3_000))));
            for (int left = 4, rest = order; left > 0; rest /= left, left--) {
                merger.process(inputs.remove(rest % left));
            }
            assertThat(onlyAnswer().rows()).as(key).containsExactly(List.of(3_210L, 0L));
        }
        passUntilAllIsForgotten();
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldCountAPartitionOnce() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 1, 2, 10));
        merger.process(merger.part(KEY, 1, 2, 10));
        merger.process(merger.part(KEY, 1, 2, 10));
        assertThat(merger.answers()).isEmpty();
        merger.process(merger.part(KEY, 0, 2, 1));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(11L, 0L));
    }

    @Test
    void shouldExpectOnePartWhereOnlyTheOwnerIsAsked() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 5, 1, 1));
        assertThat(onlyAnswer().partitions()).isEqualTo(new Partitions(1, 1));
    }

    @Test
    void shouldKeepRequestsApart() throws Exception {
        merger.register("a");
        merger.register("b");
        merger.process(merger.part("a", 0, 2, 1));
        merger.process(merger.part("b", 1, 2, 20));
        merger.process(merger.part("b", 0, 2, 10));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(30L, 0L));
        merger.process(merger.part("a", 1, 2, 2));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(3L, 0L));
    }

    /** The first of two parts, as large as one may be. */
    private void holdALargePart(String key) throws Exception {
        merger.register(MergeHarness.request(key, merger.nowMs() + TIMEOUT_MS));
        byte[] partial = new byte[Part.MAX_PARTIAL_BYTES];
        merger.process(MergeHarness.withPartial(partial, merger.part(key, 0, 2, 1)));
    }

    @Test
    void shouldHoldPartsUpToALimitAndAnswerARequestBeyondItThatItMayComeLater() throws Exception {
        int most = (int) (HeldParts.MAX_BYTES / Part.MAX_PARTIAL_BYTES);
        for (int i = 0; i < most; i++) {
            holdALargePart("held " + i);
        }
        assertThat(merger.answers()).isEmpty();
        holdALargePart(KEY);
        assertError(
                onlyAnswer(),
                Status.ERROR,
                Code.OVERLOADED,
                "The parts of unfinished answers have more than 125829120 bytes together. Ask again later, or for "
                        + "fewer long answers at a time.");

        // A failed part answers a request, so there is room for one again, and not for two.
        merger.process(MergeHarness.withError(new QueryError(Code.CANCELLED, "Gone."), merger.part("held 0", 1, 2, 0)));
        assertThat(onlyAnswer().error().code()).isEqualTo(Code.CANCELLED);
        holdALargePart("later");
        assertThat(merger.answers()).isEmpty();
        holdALargePart("too many again");
        assertThat(onlyAnswer().error().code()).isEqualTo(Code.OVERLOADED);

        // All of them time out.
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(most);
        holdALargePart("after all");
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldPassOnTheErrorOfAPartAtOnce() throws Exception {
        QueryError overloaded = new QueryError(Code.OVERLOADED, "More than 1024 queries are in flight.");
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 3, 10));
        merger.process(MergeHarness.withError(overloaded, merger.part(KEY, 2, 3, 0)));
        QueryResult result = onlyAnswer();
        assertError(result, Status.ERROR, Code.OVERLOADED, overloaded.message());
        assertThat(result.partitions()).isEqualTo(new Partitions(2, 3));
        merger.process(merger.part(KEY, 1, 3, 10));
        passUntilAllIsForgotten();
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldWaitForTheRegistrationOfAnErrorToo() throws Exception {
        merger.process(MergeHarness.withError(new QueryError(Code.OVERLOADED, "Later."), merger.part(KEY, 0, 2, 0)));
        assertThat(merger.answers()).isEmpty();
        merger.register(KEY);
        assertError(onlyAnswer(), Status.ERROR, Code.OVERLOADED, "Later.");
    }

    @Test
    void shouldAnswerThatTimeIsUpAtTheDeadlineAndNotBefore() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        merger.pass(TIMEOUT_MS - 1);
        assertThat(merger.answers()).isEmpty();
        merger.pass(1);
        QueryResult result = onlyAnswer();
        assertError(
                result,
                Status.TIMEOUT,
                Code.TIMED_OUT,
                "Not all partitions answered before the deadline. Ask again, or with a longer timeoutMs.");
        assertThat(result.partitions()).isEqualTo(new Partitions(1, 2));
    }

    @Test
    void shouldAnswerThatTheAwaitedEventsHaveNotCome() throws Exception {
        Request request = MergeHarness.request(KEY, merger.nowMs() + TIMEOUT_MS);
        AnswerOptions options = new AnswerOptions(false, Map.of(0, 1_234L));
        merger.register(new Request(
                KEY, request.requestId(), request.clientId(), request.asked(), request.deadlineMs(), options));
        merger.pass(TIMEOUT_MS);
        assertError(
                onlyAnswer(),
                Status.TIMEOUT,
                Code.TIMED_OUT,
                "The deadline passed before all partitions had read the events before the offsets of freshness, and"
                        + " answered. Ask again with a longer timeoutMs, or with offsets that the events topic has.");
    }

    @Test
    void shouldAnswerThatTimeIsUpWhereTheDeadlineFallsBetweenTwoLooks() throws Exception {
        long deadlineMs = merger.nowMs() + 3 * CHECK_INTERVAL_MS / 2;
        merger.register(MergeHarness.request(KEY, deadlineMs));
        merger.pass(3 * CHECK_INTERVAL_MS / 2 - 1);
        assertThat(merger.answers()).isEmpty();
        merger.pass(1);
        assertThat(merger.nowMs()).isEqualTo(deadlineMs);
        assertThat(onlyAnswer().status()).isEqualTo(Status.TIMEOUT);
    }

    @Test
    void shouldAnswerThatTimeIsUpWhereNoPartCame() throws Exception {
        merger.register(KEY);
        merger.pass(TIMEOUT_MS);
        QueryResult result = onlyAnswer();
        assertThat(result.status()).isEqualTo(Status.TIMEOUT);
        assertThat(result.partitions()).isEqualTo(new Partitions(0, 0));
        assertThat(result.asOf()).isNull();
    }

    @Test
    void shouldAnswerAtOnceWhereTheDeadlinePassedOnTheWay() throws Exception {
        merger.register(MergeHarness.request(KEY, merger.nowMs()));
        assertThat(onlyAnswer().status()).isEqualTo(Status.TIMEOUT);
    }

    @Test
    void shouldAnswerProperlyWhereTheLastPartComesAfterTheDeadlineButBeforeTheRegistration() throws Exception {
        merger.process(merger.part(KEY, 0, 1, 10));
        merger.register(MergeHarness.request(KEY, merger.nowMs()));
        assertThat(onlyAnswer().status()).isEqualTo(Status.OK);
    }

    private void assertNothingKept() {
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldKeepNothingOfARequestThatTimedOutAndIgnoreItsLateParts() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 3, 10));
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(1);
        assertNothingKept();
        merger.process(merger.part(KEY, 1, 3, 10));
        merger.process(merger.part(KEY, 0, 3, 10));
        assertNothingKept();
        passUntilAllIsForgotten();
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldKeepNothingOfARequestThatOnePartitionRefusedAndIgnoreTheOtherParts() throws Exception {
        QueryError overloaded = new QueryError(Code.OVERLOADED, "Later.");
        merger.register(KEY);
        merger.process(MergeHarness.withError(overloaded, merger.part(KEY, 2, 3, 0)));
        assertThat(onlyAnswer().error()).isEqualTo(overloaded);
        assertNothingKept();
        merger.process(MergeHarness.withError(overloaded, merger.part(KEY, 0, 3, 0)));
        merger.process(merger.part(KEY, 1, 3, 10));
        assertNothingKept();
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldWaitForTheRegistrationsOfLaterRequestsAndOfOtherKafkaPartitions() throws Exception {
        merger.register("aim.queries.v1-0-42");
        merger.process(merger.part("aim.queries.v1-0-42", 0, 1, 1));
        assertThat(merger.answers()).hasSize(1);
        for (String key : List.of("aim.queries.v1-0-43", "aim.queries.v1-1-41", "aim.queries.v1-1-42")) {
            merger.process(merger.part(key, 0, 1, 1));
            assertThat(merger.answers()).isEmpty();
            merger.register(key);
            assertThat(merger.answers()).as(key).hasSize(1);
        }
        assertNothingKept();
    }

    @Test
    void shouldAnswerRequestsOfATopicThatWasMadeAnew() throws Exception {
        merger.register("aim.queries.v1-0-42");
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(1);
        for (String key : List.of("aim.queries.v1-0-0", "aim.queries.v1-0-1")) {
            merger.register(MergeHarness.request(key, merger.nowMs() + TIMEOUT_MS));
            merger.process(merger.part(key, 0, 1, 1));
            assertThat(onlyAnswer().status()).as(key).isEqualTo(Status.OK);
        }
        assertNothingKept();
    }

    @Test
    void shouldLeaveNothingBehindOnceAllPartsHaveCome() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        assertThat(merger.stateEntries()).as("the request and its parts").isEqualTo(2);
        assertThat(merger.timers()).isEqualTo(1);
        merger.process(merger.part(KEY, 1, 2, 10));
        assertThat(onlyAnswer().status()).isEqualTo(Status.OK);
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldKeepNothingAfterTheDeadlinesOfRequestsWhosePartsAreLost() throws Exception {
        long seed = 5;
        Random random = new Random(seed);
        int requests = 200;
        byte[] partial = new byte[10 * 1024];
        for (int request = 0; request < requests; request++) {
            String key = "r-" + request;
            merger.register(MergeHarness.request(key));
            int lost = random.nextInt(3);
            for (int partition = 0; partition < 3; partition++) {
                if (partition != lost) {
                    merger.process(MergeHarness.withPartial(partial, merger.part(key, partition, 3, 1)));
                }
            }
        }
        assertThat(merger.stateEntries())
                .as("requests and parts, seed=%d", seed)
                .isEqualTo(2 * requests);
        assertThat(merger.stateBytes()).isGreaterThan(2L * requests * partial.length);
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(requests).allMatch(answer -> answer.status() == Status.TIMEOUT);
        assertNothingKept();
        assertThat(merger.stateBytes()).isLessThan(partial.length);
    }

    @Test
    void shouldForgetPartsThatNobodyRegisteredFor() throws Exception {
        merger.process(merger.part(KEY, 0, 2, 10));
        merger.pass(UNREGISTERED_MS / 2);
        merger.process(merger.part(KEY, 1, 2, 10));
        assertThat(merger.timers()).isEqualTo(1);
        merger.pass(UNREGISTERED_MS / 2);
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldHaveOneTimerForEachRequest() throws Exception {
        merger.process(merger.part(KEY, 0, 3, 10));
        assertThat(merger.timers()).isEqualTo(1);
        merger.register(KEY);
        assertThat(merger.timers()).isEqualTo(1);
        merger.pass(CHECK_INTERVAL_MS);
        merger.process(merger.part(KEY, 1, 3, 10));
        assertThat(merger.timers()).isEqualTo(1);
        merger.process(merger.part(KEY, 2, 3, 10));
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldDropAndCountPartsOfAnotherAttempt() throws Exception {
        merger.process(MergeHarness.ofAttempt(3, merger.part(KEY, 0, 2, 10)));
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
        merger.register(KEY);
        merger.process(MergeHarness.ofAttempt(3, merger.part(KEY, 0, 2, 10)));
        merger.process(merger.part(KEY, 1, 2, 20));
        assertThat(merger.answers()).isEmpty();
        assertThat(merger.counter(AimMetrics.STALE_PARTS)).isEqualTo(2);
        merger.process(merger.part(KEY, 0, 2, 1));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(21L, 0L));
    }

    @Test
    void shouldSoonTellARestoredRequestThatTheJobRestarted() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        merger = merger.restart(5, 0);
        merger.pass(CHECK_INTERVAL_MS);
        assertError(onlyAnswer(), Status.ERROR, Code.RESTARTED, "The job restarted while it was answering. Ask again.");
        passUntilAllIsForgotten();
        assertThat(merger.answers()).isEmpty();
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldTellOfTheRestartWhereTheDeadlinePassedMeanwhile() throws Exception {
        merger.register(KEY);
        merger = merger.restart(5, 10 * UNREGISTERED_MS);
        merger.pass(1);
        assertThat(onlyAnswer().error().code()).isEqualTo(Code.RESTARTED);
    }

    @Test
    void shouldNeverMergePartsOfTwoAttempts() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        merger = merger.restart(5, 0);
        merger.process(merger.part(KEY, 1, 2, 20));
        assertThat(onlyAnswer().error().code()).isEqualTo(Code.RESTARTED);
        merger.process(merger.part(KEY, 0, 2, 10));
        passUntilAllIsForgotten();
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldAnswerARequestOfThisAttemptWhoseOldPartsWereRestored() throws Exception {
        merger.process(merger.part(KEY, 0, 2, 10));
        merger = merger.restart(5, 0);
        merger.register(KEY);
        merger.process(merger.part(KEY, 1, 2, 20));
        merger.process(merger.part(KEY, 0, 2, 1));
        assertThat(onlyAnswer().rows()).containsExactly(List.of(21L, 0L));
        passUntilAllIsForgotten();
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldForgetRestoredPartsThatNobodyRegistersFor() throws Exception {
        merger.process(merger.part(KEY, 0, 2, 10));
        merger = merger.restart(5, 0);
        merger.pass(UNREGISTERED_MS);
        assertThat(merger.stateEntries()).isZero();
        assertThat(merger.timers()).isZero();
    }

    private static EventPlace before(int kafkaPartition, long nextOffset) {
        return new EventPlace(
                new SourcePartition("aim.events.v1", kafkaPartition), nextOffset, MergeHarness.START_MS, false, 0);
    }

    @Test
    void shouldReportTheLeastPlaceInEachKafkaPartitionIfTheRequestWantsIt() throws Exception {
        merger.register(WithProgress.of(MergeHarness.request(KEY)));
        merger.process(merger.part(KEY, 0, 2, 10).with(List.of(before(0, 7), before(1, 30))));
        merger.process(merger.part(KEY, 1, 2, 20).with(List.of(before(0, 8), before(1, 29))));
        assertThat(onlyAnswer().asOf().progress())
                .isEqualTo(Map.of(0, new Place(7, MergeHarness.START_MS), 1, new Place(29, MergeHarness.START_MS)));
    }

    @Test
    void shouldSayOfWhichRunAnAnswerIsUnlessTheRequestIsOfAnEarlierOne() throws Exception {
        Registration inFlight = new Registration(
                WithProgress.of(MergeHarness.request("in flight")), Registration.UNKNOWN_TIME, merger.execution());
        merger = merger.restart(5, 0);
        merger.register(WithProgress.of(MergeHarness.request(KEY)));
        merger.process(merger.part(KEY, 0, 1, 10).with(List.of(before(0, 7))));
        assertThat(onlyAnswer().asOf().run()).isEqualTo(merger.execution().name());
        merger.process(inFlight);
        merger.process(merger.part("in flight", 0, 1, 10).with(List.of(before(0, 7))));
        assertThat(onlyAnswer().asOf().run()).isNull();
    }

    @Test
    void shouldSayHowManyEventsAreLostAfterARestoreToo() throws Exception {
        Cut lacking = new Cut(MergeHarness.START_MS, MergeHarness.START_MS, List.of(20_777, 2_968), null, 31, 0);
        merger.register(KEY);
        merger.process(MergeHarness.withCut(lacking, merger.part(KEY, 0, 2, 10)));
        merger = merger.restart(0, 0);
        merger.process(merger.part(KEY, 1, 2, 20));
        assertThat(onlyAnswer().asOf().lost()).isEqualTo(31);
    }

    /** Parts in the state of a job with the benchmark's model have two windows. */
    @Test
    void shouldAnswerARestoredRequestWhosePartsAreOfAnEarlierModel() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 2, 10));
        Model other = OtherCalls.model("[6 hours, 1 day, 1 week]", "{events: [count]}");
        merger = merger.restart(ModelSettings.of(other, PresetModels.tables(), folder), 5, 0);
        merger.pass(CHECK_INTERVAL_MS);
        assertError(onlyAnswer(), Status.ERROR, Code.RESTARTED, "The job restarted while it was answering. Ask again.");
    }

    @Test
    void shouldNotMergePartsOfDifferentWindows() throws Exception {
        Request ofThisDay = MergeHarness.request(KEY, AskedQuery.withDefaults("q6"));
        merger.register(ofThisDay);
        merger.process(merger.part(KEY, 0, 2, 10));
        Cut tomorrow = new Cut(
                MergeHarness.START_MS + 86_400_000,
                MergeHarness.START_MS + 86_400_000,
                List.of(20_778, 2_968),
                null,
                0,
                0);
        merger.process(MergeHarness.withCut(tomorrow, merger.part(KEY, 1, 2, 20)));
        QueryResult result = onlyAnswer();
        assertThat(result.status()).isEqualTo(Status.ERROR);
        assertThat(result.error())
                .isEqualTo(new QueryError(
                        Code.WINDOW_TURNED, "A window turned between the partitions' answers. Ask again."));
    }

    @Test
    void shouldAnswerThatADefectIsOursWhereAPartialCannotBeRead() throws Exception {
        merger.register(KEY);
        merger.process(MergeHarness.withPartial(new byte[3], merger.part(KEY, 0, 1, 10)));
        assertError(
                onlyAnswer(),
                Status.ERROR,
                Code.INTERNAL,
                "The parts could not be merged; the job's log has the details.");
        merger.register("next");
        merger.process(merger.part("next", 0, 1, 10));
        assertThat(onlyAnswer().status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldLogFewLinesOfManyDefectsAndNoneThatAClientForged() throws Exception {
        AskedQuery forged = new AskedQuery("sql", Map.of("text", "SELECT 1 -- \nERROR all is lost \u001b[2J"));
        try (CapturedLog log = new CapturedLog(MergeParts.class)) {
            for (int request = 0; request < 1_000; request++) {
                String key = "defect-" + request;
                merger.register(MergeHarness.request(key, forged));
                merger.process(MergeHarness.withPartial(new byte[3], merger.part(key, 0, 1, 10)));
            }
            assertThat(merger.answers()).hasSize(1_000);
            // Other tests of this JVM log there, too.
            assertThat(log.messages()).hasSizeLessThanOrEqualTo(13);
            assertThat(log.messages()).noneMatch(line -> line.contains("\nERROR") || line.contains("\u001b"));
        }
    }

    @Test
    void shouldGiveEveryRequestOneAnswerWhateverGetsLost() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            merger.close();
            merger = MergeHarness.fresh();
            new LossyRequests(seed, 1_000).run();
        }
    }

    /** Requests whose parts are lost, doubled, late, stale, failed or unreadable, with a restart in the middle. */
    private final class LossyRequests {
        private final long seed;
        private final Random random;
        private final int requests;
        private final int[] answers;
        private int ok;
        private boolean restarted;

        LossyRequests(long seed, int requests) {
            this.seed = seed;
            this.random = new Random(seed);
            this.requests = requests;
            this.answers = new int[requests];
        }

        void run() throws Exception {
            List<List<MergeInput>> inFlight = new ArrayList<>();
            for (int next = 0; next < requests || !inFlight.isEmpty(); ) {
                if (next < requests && random.nextInt(6) == 0) {
                    inFlight.add(inputsOf(next++));
                }
                if (!inFlight.isEmpty()) {
                    List<MergeInput> inputs = inFlight.get(random.nextInt(inFlight.size()));
                    MergeInput input = inputs.remove(inputs.size() - 1);
                    if (input instanceof Registration) {
                        registerBefore(inputs, inFlight);
                    }
                    merger.process(input);
                    inFlight.removeIf(List::isEmpty);
                }
                if (random.nextInt(10) == 0) {
                    merger.pass(random.nextInt(TIMEOUT_MS / 10));
                }
                if (next == requests / 2 && !restarted) {
                    restarted = true;
                    collect();
                    merger = merger.restart(77, random.nextInt(2 * TIMEOUT_MS));
                }
                collect();
            }
            passUntilAllIsForgotten();
            collect();
            for (int request = 0; request < requests; request++) {
                assertThat(answers[request])
                        .as("answers of %d, seed=%d", request, seed)
                        .isEqualTo(1);
            }
            assertThat(ok).as("full answers, seed=%d", seed).isBetween(requests / 10, requests * 9 / 10);
            assertThat(merger.stateEntries()).as("state, seed=%d", seed).isZero();
            assertThat(merger.timers()).as("timers, seed=%d", seed).isZero();
        }

        /** Registrations come in the order of the requests. */
        private void registerBefore(List<MergeInput> inputs, List<List<MergeInput>> inFlight) throws Exception {
            for (List<MergeInput> earlier : inFlight) {
                if (earlier == inputs) {
                    return;
                }
                for (MergeInput input : List.copyOf(earlier)) {
                    if (input instanceof Registration) {
                        merger.process(input);
                        earlier.remove(input);
                    }
                }
            }
        }

        private List<MergeInput> inputsOf(int request) {
            String key = "r-" + request;
            int partitions = 1 + random.nextInt(4);
            List<MergeInput> inputs = new ArrayList<>();
            inputs.add(new Registration(
                    MergeHarness.request(key, merger.nowMs() + TIMEOUT_MS),
                    Registration.UNKNOWN_TIME,
                    Execution.UNKNOWN));
            for (int partition = 0; partition < partitions; partition++) {
                Part part = merger.part(key, partition, partitions, 1L << partition);
                switch (random.nextInt(20)) {
                    case 0, 1 -> {} // lost
                    case 2, 3 -> inputs.addAll(List.of(new Arrival(part), new Arrival(part)));
                    case 4 -> inputs.add(new Arrival(MergeHarness.ofAttempt(99, part)));
                    case 5 ->
                        inputs.add(
                                new Arrival(MergeHarness.withError(new QueryError(Code.OVERLOADED, "Later."), part)));
                    case 6 -> inputs.add(new Arrival(MergeHarness.withPartial(new byte[random.nextInt(16)], part)));
                    default -> inputs.add(new Arrival(part));
                }
            }
            Collections.shuffle(inputs, random);
            return inputs;
        }

        private void collect() {
            for (QueryResult result : merger.answers()) {
                answers[Integer.parseInt(result.requestId().substring("id of r-".length()))]++;
                if (result.status() == Status.OK) {
                    ok++;
                    int partitions = result.partitions().expected();
                    assertThat(result.rows())
                            .as("rows of %s, seed=%d", result.requestId(), seed)
                            .containsExactly(List.of((1L << partitions) - 1, 0L));
                }
            }
        }
    }
}
