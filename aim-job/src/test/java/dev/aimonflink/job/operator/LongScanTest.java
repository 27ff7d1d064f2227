package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Scans of several slices, with events between the slices. The scans' clock counts how often it is read. */
class LongScanTest {
    private static final long SEED = 20261121;

    /** Subscribers with calls. */
    private static final int SUBSCRIBERS = 1_000;

    /** Subscribers with only a profile, which fill a second block. */
    private static final int SILENT = 17_000;

    /** More rows than change until a scan of one slice for 64 calls has to hurry. */
    private static final int MANY = 115_000;

    /** Shown eight blocks each, they take as many slices as there are calls for in {@link #MANY}. */
    private static final int DIFFERENT_QUERIES = 250;

    private static final int FEW = 2_048;

    private static final int QUERIES = 40;
    private static final int TURNS = 20_000;
    private static final int CALLS_PER_MS = 200;

    /** The time that a query seems to take for a block. */
    private static final long STEP_NANOS = 50_000;

    /** A slice ends with the block that uses its budget up; the other looks are those at a pass's begin and end. */
    private static final long LONGEST_SLICE_NANOS = ScanSchedule.SLICE_NANOS + 4 * STEP_NANOS;

    private final Random random = new Random(SEED);
    private final RandomCalls calls = new RandomCalls(random, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), SUBSCRIBERS);
    private final PlainCalls model =
            new PlainCalls(ZoneOffset.UTC, PlainDimensions.benchmark(), TestSettings.AGGREGATES);
    private MatrixPartitions matrix;
    private MatrixHarness partition;
    private int slices;
    private int answered;

    private static final class CountedClock implements NanoClock {
        private final long stepNanos;
        private long nowNanos;

        CountedClock(long stepNanos) {
            this.stepNanos = stepNanos;
        }

        @Override
        public long nanoTime() {
            nowNanos += stepNanos;
            return nowNanos;
        }
    }

    private void openEmpty(StateBackend backend, long stepNanos) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(), backend, 1, new CountedClock(stepNanos));
        partition = matrix.all().get(0);
    }

    private void open(StateBackend backend) throws Exception {
        openEmpty(backend, STEP_NANOS);
        long nowMs = calls.later();
        model.advanceTo(nowMs);
        matrix.turn(nowMs);
        calls(SUBSCRIBERS);
        for (int id = 0; id < SILENT; id++) {
            profile(new Profile(id, "CH-8000", id % 4, id % 3, id % 4));
        }
        for (int i = 0; i < SUBSCRIBERS; i++) {
            profile(calls.profile());
            call();
        }
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend(true));
    }

    private void profile(Profile profile) throws Exception {
        model.profile(profile);
        matrix.send(new ProfileChange(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile)));
    }

    private void call() throws Exception {
        Event call = calls.call();
        model.event(call);
        matrix.call(call);
    }

    private void calls(int count) throws Exception {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Event call = calls.call();
            model.event(call);
            events.add(call);
        }
        matrix.calls(events, random);
    }

    private Map<String, List<List<Object>>> modelAnswers() {
        Map<String, List<List<Object>>> answers = new LinkedHashMap<>();
        for (String query : Catalogue.BENCHMARK) {
            answers.put(query, model.answer(AskedQuery.withDefaults(query)));
        }
        return answers;
    }

    private List<Request> askAll() throws Exception {
        List<Request> requests = new ArrayList<>();
        for (String query : Catalogue.BENCHMARK) {
            requests.add(matrix.submit(AskedQuery.withDefaults(query)));
        }
        return requests;
    }

    private Map<String, List<List<Object>>> answersOf(List<Request> requests) throws Exception {
        Map<String, List<List<Object>>> answers = new LinkedHashMap<>();
        for (QueryResult result : matrix.answersOf(requests)) {
            assertThat(result.error()).as(result.query()).isNull();
            answers.put(result.query(), result.rows());
        }
        return answers;
    }

    private void assertNothingDiffers() throws Exception {
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) model.rows(), 0L)));
    }

    @Test
    void shouldAnswerFromTheMomentThatALongScanBeganWhateverComesBetweenItsSlices() throws Exception {
        open(new HashMapStateBackend());
        List<Request> requests = askAll();
        Map<String, List<List<Object>>> atTheBeginning = modelAnswers();
        int slices = 0;
        while (partition.runMail()) {
            slices++;
            // Not after every mail, which would keep the scan waiting.
            if (slices % 2 == 0) {
                calls(1 + random.nextInt(50));
                profile(calls.profile());
            }
        }
        assertThat(slices).isGreaterThan(3);
        assertThat(modelAnswers()).isNotEqualTo(atTheBeginning);
        assertThat(answersOf(requests)).as("seed=%d", SEED).isEqualTo(atTheBeginning);
        assertThat(answersOf(askAll())).as("seed=%d", SEED).isEqualTo(modelAnswers());
        assertNothingDiffers();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldCompleteACheckpointWhileAPassRuns(StateBackend backend) throws Exception {
        open(backend);
        List<Request> requests = askAll();
        Map<String, List<List<Object>>> atTheBeginning = modelAnswers();
        assertThat(partition.runMail()).isTrue();
        calls(500);
        long scannedNanos = partition.counter(AimMetrics.SCAN_NANOS);
        OperatorSubtaskState[] checkpoint = matrix.checkpoint(1);
        assertThat(partition.counter(AimMetrics.SCAN_NANOS))
                .as("no slice runs before the checkpoint is complete")
                .isEqualTo(scannedNanos);
        assertThat(partition.gauge(AimMetrics.QUERIES_IN_FLIGHT)).isEqualTo(requests.size());
        Map<String, List<List<Object>>> atTheCheckpoint = modelAnswers();
        int rowsAtTheCheckpoint = model.rows();

        calls(500);
        assertThat(modelAnswers()).isNotEqualTo(atTheCheckpoint);
        assertThat(answersOf(requests)).as("the pass goes on, seed=%d", SEED).isEqualTo(atTheBeginning);
        matrix.restore(checkpoint, 2, 1);
        assertThat(answersOf(askAll())).as("restored, seed=%d", SEED).isEqualTo(atTheCheckpoint);
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) rowsAtTheCheckpoint, 0L)));
    }

    @Test
    void shouldLetManyCallsPassBetweenShortSlicesWhileQueriesNeverEnd() throws Exception {
        open(new HashMapStateBackend());
        for (int i = 0; i < QUERIES; i++) {
            ask(i);
        }
        long appliedBefore = partition.counter(AimMetrics.EVENTS_APPLIED);
        int callsSinceSlice = 0;
        for (int turn = 1; turn <= TURNS; turn++) {
            // Flink's loop where records always wait: a mail if there is one, a record, and timers as time goes on.
            boolean sliced = slicedIn(partition::runMail);
            callsSinceSlice = sliced ? 0 : callsSinceSlice;
            callsSinceSlice++;
            assertThat(callsSinceSlice)
                    .as("calls since the last slice, turn=%d seed=%d", turn, SEED)
                    .isLessThanOrEqualTo(ScanSchedule.RECORDS_PER_SLICE);
            if (slicedIn(this::nextCall)) {
                callsSinceSlice = 0;
            }
            if (turn % CALLS_PER_MS == 0 && slicedIn(this::passMillisecond)) {
                callsSinceSlice = 0;
            }
            for (Part part : partition.parts()) {
                assertThat(part.error()).isNull();
                ask(answered++);
            }
        }
        assertThat(partition.counter(AimMetrics.EVENTS_APPLIED) - appliedBefore).isEqualTo(TURNS);
        assertThat(answered).as("answers").isGreaterThan(10 * QUERIES);
        assertThat(slices).as("slices, so that calls have most of the turns").isLessThan(TURNS / 16);
        partition.drain();
        partition.parts();
        assertNothingDiffers();
    }

    /** A slice within a call's callback comes upon that very call's record, which must be stored by then. */
    @ParameterizedTest
    @MethodSource("backends")
    void shouldVerifyTheRecordOfACallInItsOwnCallback(StateBackend backend) throws Exception {
        openEmpty(backend, ScanSchedule.SLICE_NANOS);
        long nowMs = calls.later();
        matrix.turn(nowMs); // or the first call would, and the scan would begin again
        for (int id = 0; id < FEW; id++) {
            matrix.send(
                    new ProfileChange(EntityId.of(id), CallProfiles.attributes(new Profile(id, "CH-8000", 0, 0, 0))));
        }
        Request request = matrix.submit(AskedQuery.withDefaults("verify"));
        int slices = 0;
        long scannedNanos = partition.counter(AimMetrics.SCAN_NANOS);
        while (partition.runMail()) {
            slices += partition.counter(AimMetrics.SCAN_NANOS) > scannedNanos ? 1 : 0;
            scannedNanos = partition.counter(AimMetrics.SCAN_NANOS);
            matrix.call(new Event(0, nowMs, 60, 1.5f, false));
        }
        int slicesInCalls = 0;
        // A slice verifies as many rows as calls come between two slices, so these are the same rows.
        int verified = slices * ScanSchedule.RECORDS_PER_SLICE;
        for (int id = verified; id < FEW; id++) {
            long before = partition.counter(AimMetrics.SCAN_NANOS);
            matrix.call(new Event(id, nowMs, 60, 1.5f, false));
            slicesInCalls += partition.counter(AimMetrics.SCAN_NANOS) > before ? 1 : 0;
        }
        assertThat(slicesInCalls).isEqualTo((FEW - verified + 1) / ScanSchedule.RECORDS_PER_SLICE);
        assertThat(matrix.answerOf(request).rows()).isEqualTo(List.of(List.of((long) FEW, 0L)));
    }

    /** So many rows change while a long scan runs that it has to hurry: by single slices. */
    @Test
    void shouldHurryByASliceACallWhereManyRowsWait() throws Exception {
        openEmpty(new HashMapStateBackend(), ScanSchedule.SLICE_NANOS);
        long longestSliceNanos = 6 * ScanSchedule.SLICE_NANOS;
        long nowMs = calls.later();
        for (int id = 0; id < MANY; id++) {
            matrix.send(
                    new ProfileChange(EntityId.of(id), CallProfiles.attributes(new Profile(id, "CH-8000", 0, 0, 0))));
        }
        // A slice shows one block to one query.
        List<Request> requests = new ArrayList<>();
        for (int alpha = 0; alpha < DIFFERENT_QUERIES; alpha++) {
            requests.add(matrix.submit(new AskedQuery("q1", Map.of("alpha", (long) alpha))));
        }
        int slicesInARow = 0;
        int mostSlicesInARow = 0;
        // From the last row on, so that most rows change before the scan comes to them.
        for (int id = MANY - 1; id >= 0; id--) {
            if (id >= MANY - ScanSchedule.RECORDS_PER_SLICE * ScanSchedule.SATURATED_AFTER_SLICES) {
                partition.runMail();
            }
            long before = partition.counter(AimMetrics.SCAN_NANOS);
            matrix.call(new Event(id, nowMs, 60, 1.5f, false));
            long sliceNanos = partition.counter(AimMetrics.SCAN_NANOS) - before;
            assertThat(sliceNanos).as("in the call of %d", id).isLessThanOrEqualTo(longestSliceNanos);
            slicesInARow = sliceNanos > 0 ? slicesInARow + 1 : 0;
            mostSlicesInARow = Math.max(mostSlicesInARow, slicesInARow);
        }
        assertThat(mostSlicesInARow).as("calls in a row with a slice each").isGreaterThan(10);
        assertThat(matrix.answersOf(requests))
                .as("from the cut before the calls")
                .allSatisfy(result -> assertThat(result.rowsScanned()).isEqualTo(MANY));
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) MANY, 0L)));
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Whether a slice ran in that step; there may be one, and it must have been short. */
    private boolean slicedIn(Step step) throws Exception {
        long before = partition.counter(AimMetrics.SCAN_NANOS);
        step.run();
        long sliceNanos = partition.counter(AimMetrics.SCAN_NANOS) - before;
        assertThat(sliceNanos).as("a slice").isLessThanOrEqualTo(LONGEST_SLICE_NANOS);
        slices += sliceNanos > 0 ? 1 : 0;
        return sliceNanos > 0;
    }

    private void ask(int number) throws Exception {
        matrix.submit(AskedQuery.withDefaults(Catalogue.BENCHMARK.get(number % Catalogue.BENCHMARK.size())));
    }

    private void nextCall() throws Exception {
        Event call = new Event(calls.subscriberId(), calls.nowMs(), 60, 1.5f, false);
        model.event(call);
        matrix.call(call);
    }

    private void passMillisecond() throws Exception {
        partition.advanceTime(1);
    }
}
