package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MatrixInput.Forget;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScansRequest;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The operator, in any number of instances, with or without restarts, must give the same answers as the plain model for the
 * same input.
 */
@Tag("kernels")
class MatrixAgainstPlainModelTest {
    private static final int STEPS = Scale.times(1_000);

    private static final int FORGET_AFTER_DAYS = 8;
    private static final long FORGET_AFTER_MS =
            Duration.ofDays(FORGET_AFTER_DAYS).toMillis();

    /** Opening RocksDB is slow. */
    private static final int STEPS_ON_ROCKS_DB = 600;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAnswerAsThePlainModelDoesHoweverOftenItIsRestored(long seed) throws Exception {
        new Run(seed, new HashMapStateBackend(), 1 + (int) (seed % 5), true, STEPS).run();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAnswerAsThePlainModelDoesWhereItIsNeverStopped(long seed) throws Exception {
        new Run(seed, new HashMapStateBackend(), 1 + (int) (seed % 5), false, STEPS).run();
    }

    @Test
    void shouldAnswerAsThePlainModelDoesOnRocksDb() throws Exception {
        new Run(99, new EmbeddedRocksDBStateBackend(), 3, true, STEPS_ON_ROCKS_DB).run();
    }

    /** Ways in which partitions learn of a new day. */
    private enum TurnsBy {
        TURN,
        WATERMARK,
        CALL
    }

    private static final class Run {
        private final long seed;
        private final boolean restarts;
        private final int steps;
        private final Random random;
        private final RandomCalls calls;
        private final PlainCalls model;
        private final MatrixPartitions matrix;
        private int step;
        private int answers;
        private int restarted;

        Run(long seed, StateBackend backend, int parallelism, boolean restarts, int steps) throws Exception {
            this.seed = seed;
            this.steps = steps;
            this.restarts = restarts;
            this.random = new Random(seed);
            ZoneId zone = ZoneId.of(seed % 2 == 0 ? "UTC" : "Europe/Zurich");
            // Summer time ends within the first week.
            this.calls = new RandomCalls(random, zone, LocalDate.of(2026, 10, 22), 60);
            this.model = new PlainCalls(zone, PlainDimensions.benchmark(), TestSettings.AGGREGATES);
            this.matrix = new MatrixPartitions(
                    TestSettings.with(
                            "--aim.time-zone=" + zone,
                            "--aim.matrix.forget-after=" + FORGET_AFTER_DAYS + " d",
                            "--aim.scans.mode=" + (seed % 3 == 0 ? "s1" : "s2"),
                            "--aim.matrix.columns=" + (seed % 2 == 0 ? "auto" : "number_of_calls_this_day")),
                    backend,
                    parallelism);
        }

        void run() throws Exception {
            passTime();
            for (step = 0; step < steps; step++) {
                switch (random.nextInt(100)) {
                    case 0, 1, 2, 3, 4, 5 -> passTime();
                    case 6, 7, 8, 9 -> changeProfile(calls.profile());
                    case 10, 11 -> clearProfile(calls.subscriberId());
                    case 12, 13, 14 -> compare(calls.lookUp());
                    case 15, 16, 17 -> compare(calls.scan());
                    case 18 -> compareInTheMiddleOfCalls();
                    case 20 -> erase(calls.subscriberId());
                    case 19 -> restart();
                    case 21 -> callsInChunks(random.nextInt(400));
                    case 22, 23 -> changeWhereScansRun();
                    case 24 -> changeColumns();
                    default -> call(calls.call());
                }
            }
            compareEverything();
            matrix.close();
        }

        private String what() {
            return "seed=" + seed + " step=" + step;
        }

        private void call(Event event) throws Exception {
            model.event(event);
            matrix.call(event);
        }

        private void callsInChunks(int count) throws Exception {
            List<Event> events = Stream.generate(calls::call).limit(count).toList();
            events.forEach(model::event);
            matrix.calls(events, random);
        }

        private void changeProfile(Profile profile) throws Exception {
            model.profile(profile);
            matrix.send(new ProfileChange(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile)));
        }

        private void clearProfile(long subscriberId) throws Exception {
            model.clearProfile(subscriberId);
            matrix.send(new ProfileChange(EntityId.of(subscriberId), CallProfiles.attributes(null)));
        }

        private void erase(long subscriberId) throws Exception {
            model.forget(subscriberId);
            matrix.send(new Forget(EntityId.of(subscriberId)));
        }

        /** Advances all partitions to a later time, in each way in turn. */
        private void passTime() throws Exception {
            settle();
            long timeMs = calls.later();
            switch (TurnsBy.values()[random.nextInt(TurnsBy.values().length)]) {
                case TURN -> matrix.turn(timeMs);
                case WATERMARK -> matrix.watermark(timeMs);
                case CALL -> {
                    call(new Event(calls.subscriberId(), timeMs, 1, 1, false));
                    askWhileOnlyOnePartitionMayHaveTurned();
                    matrix.turn(timeMs);
                }
            }
            model.advanceTo(timeMs);
        }

        private void askWhileOnlyOnePartitionMayHaveTurned() throws Exception {
            int rowsBefore = model.rows();
            model.forgetIdle(FORGET_AFTER_MS);
            // Due subscribers may still count in one partition and be forgotten in another.
            boolean someAreDue = model.rows() < rowsBefore;
            AskedQuery scan = calls.scan();
            QueryResult result = matrix.ask(scan);
            if (result.error() == null && someAreDue) {
                return;
            }
            if (result.error() == null) {
                assertThat(result.rows()).as("%s, %s", scan, what()).isEqualTo(model.answer(scan));
            } else {
                assertThat(result.error().code()).as("%s", what()).isEqualTo(Code.WINDOW_TURNED);
            }
        }

        private void compare(AskedQuery question) throws Exception {
            settle();
            compare(matrix.ask(question), question, model.answer(question));
        }

        private void compare(QueryResult result, AskedQuery question, List<List<Object>> wanted) {
            assertThat(result.error()).as("%s, %s", question, what()).isNull();
            assertThat(result.rows()).as("%s, %s", question, what()).isEqualTo(wanted);
            answers++;
        }

        /** The cut is the beginning of the scan, whatever comes before its end. */
        private void compareInTheMiddleOfCalls() throws Exception {
            AskedQuery scan = calls.scan();
            // Otherwise its columns may have to be read from the records first.
            compare(scan);
            Request request = matrix.submit(scan);
            call(calls.call());
            matrix.beginScans();
            List<List<Object>> wanted = model.answer(scan);
            for (int left = random.nextInt(20); left > 0; left--) {
                if (random.nextBoolean()) {
                    call(calls.call());
                } else {
                    callsInChunks(random.nextInt(100));
                }
                if (random.nextInt(10) == 0) {
                    erase(calls.subscriberId());
                }
                if (random.nextInt(5) == 0) {
                    changeWhereScansRun();
                }
            }
            // Of all that has come: nothing ends the first pass before this one is asked, or it begins behind that.
            AskedQuery next = calls.scan();
            List<QueryResult> results = matrix.answersOf(List.of(request, matrix.submit(next)));
            compare(results.get(0), scan, wanted);
            compare(results.get(1), next, model.answer(next));
        }

        /** The passes that begin from now on run there, whatever pass is on its way. */
        private void changeWhereScansRun() throws Exception {
            List<ScanSetting> all = ScanSetting.ALL;
            matrix.submit(new ScansRequest(all.get(random.nextInt(all.size()))).asked());
        }

        /** What is dropped has to be read from the records again. */
        private void changeColumns() throws Exception {
            Change change = Change.values()[random.nextInt(Change.values().length)];
            List<String> names = Catalogues.scannedColumns(CallModel.schema(TestSettings.AGGREGATES)).stream()
                    .filter(name -> random.nextBoolean())
                    .toList();
            matrix.submit(new ColumnsRequest(change, names).asked());
        }

        private void restart() throws Exception {
            if (restarts && random.nextBoolean()) {
                matrix.restart(1 + random.nextInt(5), ++restarted);
            }
        }

        /** All partitions reach one time, complete their sweeps, and have forgotten the same subscribers as the model. */
        private void settle() throws Exception {
            matrix.watermark(calls.nowMs());
            model.advanceTo(calls.nowMs());
            for (MatrixHarness partition : matrix.all()) {
                partition.drain();
            }
            model.forgetIdle(FORGET_AFTER_MS);
        }

        private void compareEverything() throws Exception {
            settle();
            // A partition without input since its last window turn reports its windows all the same.
            matrix.turn(calls.nowMs());
            for (String query : List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7", "w2", "w3", "flat_rate")) {
                compare(AskedQuery.withDefaults(query));
            }
            assertThat(matrix.ask("verify").rows()).as(what()).isEqualTo(List.of(List.of((long) model.rows(), 0L)));
            assertThat(matrix.gauge(AimMetrics.ROWS)).as(what()).isEqualTo(model.rows());
            assertThat(matrix.storedRecords()).as(what()).isEqualTo(model.rows());
            assertThat(answers).as("answers, %s", what()).isGreaterThan(steps / 30);
            assertThat(restarted > 0).as("restarts, %s", what()).isEqualTo(restarts);
            for (List<Object> ofPartition :
                    matrix.ask(new ScansRequest(null).asked()).rows()) {
                // A restart begins to count anew.
                long beside = (Long) ofPartition.get(5) + (Long) ofPartition.get(6) + (Long) ofPartition.get(7);
                assertThat(restarts || ((Long) ofPartition.get(4) > 0 && beside > 0))
                        .as("passes %s, %s", ofPartition, what())
                        .isTrue();
            }
        }
    }
}
