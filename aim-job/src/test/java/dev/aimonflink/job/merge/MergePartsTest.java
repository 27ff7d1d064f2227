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
import java.util.stream.Stream;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.job.merge.MergeHarness.TIMEOUT_MS;
import static dev.aimonflink.job.merge.MergeScript.KEY;
import static org.assertj.core.api.Assertions.assertThat;

class MergePartsTest {
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

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldAnswerAsAScriptSays(String name, String steps) throws Exception {
        merger = MergeScript.run(name, merger, steps);
    }

    static Stream<Arguments> shouldAnswerAsAScriptSays() {
        return MergeScript.named("""
                shouldCountAPartitionOnce
                    register k | part k 1/2 10 | part k 1/2 10 | part k 1/2 10 | silent
                    part k 0/2 1 | ok k 11
                shouldExpectOnePartWhereOnlyTheOwnerIsAsked
                    register k | part k 5/1 1 | ok k 1 | answered 1/1
                shouldKeepRequestsApart
                    register a | register b | part a 0/2 1 | part b 1/2 20 | part b 0/2 10 | ok b 30
                    part a 1/2 2 | ok a 3
                shouldPassOnTheErrorOfAPartAtOnce
                    register k | part k 0/3 10 | fail k 2/3 OVERLOADED More than 1024 queries are in flight.
                    error k OVERLOADED More than 1024 queries are in flight. | answered 2/3
                    part k 1/3 10 | forget | silent
                shouldWaitForTheRegistrationOfAnErrorToo
                    fail k 0/2 OVERLOADED Later. | silent
                    register k | error k OVERLOADED Later.
                shouldAnswerThatTimeIsUpAtTheDeadlineAndNotBefore
                    register k | part k 0/2 10 | pass timeout-1 | silent
                    pass 1
                    error k TIMED_OUT Not all partitions answered before the deadline. Ask again, or with a longer timeoutMs.
                    answered 1/2
                shouldAnswerThatTimeIsUpWhereTheDeadlineFallsBetweenTwoLooks
                    register k 1.5check | pass 1.5check-1 | silent
                    pass 1 | error k TIMED_OUT
                shouldAnswerThatTimeIsUpWhereNoPartCame
                    register k | pass timeout | error k TIMED_OUT | answered 0/0
                shouldAnswerAtOnceWhereTheDeadlinePassedOnTheWay
                    register k 0 | error k TIMED_OUT
                shouldAnswerProperlyWhereTheLastPartComesAfterTheDeadlineButBeforeTheRegistration
                    part k 0/1 10 | register k 0 | ok k 10
                shouldKeepNothingOfARequestThatOnePartitionRefusedAndIgnoreTheOtherParts
                    register k | fail k 2/3 OVERLOADED Later. | error k OVERLOADED Later. | kept 0 0
                    fail k 0/3 OVERLOADED Later. | part k 1/3 10 | kept 0 0 | silent
                shouldWaitForTheRegistrationsOfLaterRequestsAndOfOtherKafkaPartitions
                    register k | part k 0/1 1 | ok k 1
                    part aim.queries.v1-0-43 0/1 1 | silent | register aim.queries.v1-0-43 | ok aim.queries.v1-0-43 1
                    part aim.queries.v1-1-41 0/1 1 | silent | register aim.queries.v1-1-41 | ok aim.queries.v1-1-41 1
                    part aim.queries.v1-1-42 0/1 1 | silent | register aim.queries.v1-1-42 | ok aim.queries.v1-1-42 1
                    kept 0 0
                shouldAnswerRequestsOfATopicThatWasMadeAnew
                    register k | pass timeout | error k TIMED_OUT
                    register aim.queries.v1-0-0 timeout | part aim.queries.v1-0-0 0/1 1 | ok aim.queries.v1-0-0 1
                    register aim.queries.v1-0-1 timeout | part aim.queries.v1-0-1 0/1 1 | ok aim.queries.v1-0-1 1
                    kept 0 0
                shouldLeaveNothingBehindOnceAllPartsHaveCome
                    register k | part k 0/2 10 | kept 2 1
                    part k 1/2 10 | ok k 20 | kept 0 0
                shouldForgetPartsThatNobodyRegisteredFor
                    part k 0/2 10 | pass 0.5unregistered | part k 1/2 10 | kept 2 1
                    pass 0.5unregistered | kept 0 0 | silent
                shouldHaveOneTimerForEachRequest
                    part k 0/3 10 | kept 2 1 | register k | kept 2 1
                    pass check | part k 1/3 10 | kept 2 1 | part k 2/3 10 | kept 0 0
                shouldDropAndCountPartsOfAnotherAttempt
                    part k 0/2 10 of 3 | kept 0 0
                    register k | part k 0/2 10 of 3 | part k 1/2 20 | silent | stale 2
                    part k 0/2 1 | ok k 21
                shouldSoonTellARestoredRequestThatTheJobRestarted
                    register k | part k 0/2 10 | restart 5 | pass check
                    error k RESTARTED The job restarted while it was answering. Ask again. | forget | silent | kept 0 0
                shouldTellOfTheRestartWhereTheDeadlinePassedMeanwhile
                    register k | restart 5 10unregistered | pass 1 | error k RESTARTED
                shouldNeverMergePartsOfTwoAttempts
                    register k | part k 0/2 10 | restart 5 | part k 1/2 20 | error k RESTARTED
                    part k 0/2 10 | forget | silent
                shouldAnswerARequestOfThisAttemptWhoseOldPartsWereRestored
                    part k 0/2 10 | restart 5 | register k | part k 1/2 20 | part k 0/2 1 | ok k 21
                    forget | kept 0 0
                shouldForgetRestoredPartsThatNobodyRegistersFor
                    part k 0/2 10 | restart 5 | pass unregistered | kept 0 0
                shouldSayHowManyEventsAreLostAfterARestoreToo
                    register k | part k 0/2 10 lost 31 | restart 0 | part k 1/2 20 | ok k 30 | lost 31
                shouldAnswerThatADefectIsOursWhereAPartialCannotBeRead
                    register k | part k 0/1 10 unreadable
                    error k INTERNAL The parts could not be merged; the job's log has the details.
                    register next | part next 0/1 10 | ok next 10
                """);
    }

    private void run(String steps) throws Exception {
        merger = MergeScript.run("script", merger, steps);
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
        run("silent | kept 0 0");
    }

    @Test
    void shouldAnswerOnceEveryPartitionGaveItsPart() throws Exception {
        merger.register(KEY);
        merger.process(merger.part(KEY, 0, 3, 10));
        merger.process(merger.part(KEY, 1, 3, 200));
        assertThat(merger.answers()).isEmpty();
        merger.process(merger.part(KEY, 2, 3, 3_000));
        QueryResult result = merger.onlyAnswer();
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
        QueryResult result = merger.onlyAnswer();
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
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(Code.RESULT_TOO_LARGE);
        assertThat(merger.counter("answersResultTooLarge")).isEqualTo(1);
        assertThat(merger.counter("answersOk")).isZero();
    }

    @Test
    void shouldAnswerOnRocksDbAlsoAfterARestart() throws Exception {
        merger.close();
        merger = MergeHarness.on(new EmbeddedRocksDBStateBackend());
        run("""
                register k | part k 0/2 10 | part k 0/2 10 | part k 1/2 200 | ok k 210
                register other | part other 0/2 10 | restart 3
                part k 0/2 10 | part other 0/2 10 | part other 1/2 200 | forget | error other RESTARTED
                """);
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
            assertThat(merger.onlyAnswer().rows()).as(key).containsExactly(List.of(3_210L, 0L));
        }
        run("forget | kept 0 0");
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
        run("error k OVERLOADED The parts of unfinished answers have more than 125829120 bytes together. Ask again"
                + " later, or for fewer long answers at a time.");

        // A failed part answers a request, so there is room for one again, and not for two.
        merger.process(MergeHarness.withError(new QueryError(Code.CANCELLED, "Gone."), merger.part("held 0", 1, 2, 0)));
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(Code.CANCELLED);
        holdALargePart("later");
        assertThat(merger.answers()).isEmpty();
        holdALargePart("too many again");
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(Code.OVERLOADED);

        // All of them time out.
        merger.pass(TIMEOUT_MS);
        assertThat(merger.answers()).hasSize(most);
        holdALargePart("after all");
        assertThat(merger.answers()).isEmpty();
    }

    @Test
    void shouldAnswerThatTheAwaitedEventsHaveNotCome() throws Exception {
        Request request = MergeHarness.request(KEY, merger.nowMs() + TIMEOUT_MS);
        AnswerOptions options = new AnswerOptions(false, Map.of(0, 1_234L));
        merger.register(new Request(
                KEY, request.requestId(), request.clientId(), request.asked(), request.deadlineMs(), options));
        run("pass timeout | error k TIMED_OUT The deadline passed before all partitions had read the events before the"
                + " offsets of freshness, and answered. Ask again with a longer timeoutMs, or with offsets that the"
                + " events topic has.");
    }

    @Test
    void shouldKeepNothingOfARequestThatTimedOutAndIgnoreItsLateParts() throws Exception {
        run("""
                register k | part k 0/3 10 | pass timeout | error k TIMED_OUT | kept 0 0
                part k 1/3 10 | part k 0/3 10 | kept 0 0 | forget | silent
                """);
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
        run("kept 0 0");
        assertThat(merger.stateBytes()).isLessThan(partial.length);
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
        assertThat(merger.onlyAnswer().asOf().progress())
                .isEqualTo(Map.of(0, new Place(7, MergeHarness.START_MS), 1, new Place(29, MergeHarness.START_MS)));
    }

    @Test
    void shouldSayOfWhichRunAnAnswerIsUnlessTheRequestIsOfAnEarlierOne() throws Exception {
        Registration inFlight = new Registration(
                WithProgress.of(MergeHarness.request("in flight")), Registration.UNKNOWN_TIME, merger.execution());
        merger = merger.restart(5, 0);
        merger.register(WithProgress.of(MergeHarness.request(KEY)));
        merger.process(merger.part(KEY, 0, 1, 10).with(List.of(before(0, 7))));
        assertThat(merger.onlyAnswer().asOf().run())
                .isEqualTo(merger.execution().name());
        merger.process(inFlight);
        merger.process(merger.part("in flight", 0, 1, 10).with(List.of(before(0, 7))));
        assertThat(merger.onlyAnswer().asOf().run()).isNull();
    }

    /** Parts in the state of a job with the benchmark's model have two windows. */
    @Test
    void shouldAnswerARestoredRequestWhosePartsAreOfAnEarlierModel() throws Exception {
        run("register k | part k 0/2 10");
        Model other = OtherCalls.model("[6 hours, 1 day, 1 week]", "{events: [count]}");
        merger = merger.restart(ModelSettings.of(other, PresetModels.tables(), folder), 5, 0);
        run("pass check | error k RESTARTED The job restarted while it was answering. Ask again.");
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
        QueryResult result = merger.onlyAnswer();
        assertThat(result.status()).isEqualTo(Status.ERROR);
        assertThat(result.error())
                .isEqualTo(new QueryError(
                        Code.WINDOW_TURNED, "A window turned between the partitions' answers. Ask again."));
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
            MergePartsTest.this.run("forget");
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
