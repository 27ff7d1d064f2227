package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.pass.QueryQueue;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnalyticsMatrixOperatorTest extends OperatorTestCase {
    @Test
    void shouldCountCallsAndAnswerQueries() throws Exception {
        open(1);
        profile(new Profile(2, "CH-8000", 1, 0, 2));
        callsOf(5, NOON_MS);
        assertThat(rows("q1")).isEqualTo(List.of(List.of(210.0)));
        assertThat(rows("w2")).isEqualTo(List.of(List.of(new BigDecimal("1.50"))));
        assertThat(rows("q5")).isEqualTo(List.of(List.of("EUROPE", new BigDecimal("3.00"), new BigDecimal("0.00"))));
        assertCallsOf(5);
    }

    @Test
    void shouldBeginNoScanWhileItsAnswerCannotBeWritten() throws Exception {
        open(2);
        callsOf(5, NOON_MS);
        matrix.all().get(1).health(TestSettings.with().resultsTopic()).stuck(this);
        QueryResult refused = matrix.ask("q1");
        assertThat(refused.error().code()).isEqualTo(Code.OVERLOADED);
        assertThat(refused.error().message()).contains("cannot write answers now");
        assertThat(cell(3, "number_of_calls_this_week")).as("a look-up").isEqualTo(3L);
        matrix.all().get(1).health(TestSettings.with().resultsTopic()).free(this);
        assertCallsOf(5);
    }

    @Test
    void shouldMergeTheAnswersOfAllPartitions() throws Exception {
        open(4);
        callsOf(40, NOON_MS);
        assertThat(matrix.all()).allMatch(partition -> partition.gauge(AimMetrics.ROWS) > 0);
        assertCallsOf(40);
        QueryResult result = matrix.ask("q1");
        assertThat(result.partitions()).isEqualTo(new Partitions(4, 4));
        assertThat(result.rowsScanned()).isEqualTo(40);
        assertThat(result.asOf())
                .isEqualTo(new QueryResult.AsOf(
                        NOON_MS,
                        NOON_MS,
                        Map.of("1 day", LocalDate.of(2026, 11, 18), "1 week", LocalDate.of(2026, 11, 16)),
                        null,
                        0,
                        820));
    }

    @Test
    void shouldAnswerAboutAMatrixWithoutRowsAndWithoutTime() throws Exception {
        open(2);
        assertThat(rows("q3")).isEmpty();
        assertThat(matrix.ask("q3").asOf()).isEqualTo(QueryResult.AsOf.NO_EVENT);
        assertThat(matrix.ask(subscriber(7)).rows()).isEmpty();
    }

    @Test
    void shouldScanInMailsAndNotWhereTheQueryArrives() throws Exception {
        open(1);
        callsOf(3, NOON_MS);
        MatrixHarness partition = matrix.all().get(0);
        Request request = matrix.submit(AskedQuery.withDefaults("q3"));
        assertThat(partition.parts()).isEmpty();
        assertThat(partition.gauge(AimMetrics.QUERIES_IN_FLIGHT)).isEqualTo(1);
        assertThat(matrix.answerOf(request).rows()).hasSize(3);
        assertThat(partition.gauge(AimMetrics.QUERIES_IN_FLIGHT)).isZero();
        assertThat(partition.runMail()).isFalse();
        assertThat(partition.counter(AimMetrics.SCAN_NANOS)).isPositive();
        assertThat(partition.counter(AimMetrics.SCAN_ROWS)).isEqualTo(3);
        assertThat(partition.counter(AimMetrics.SCAN_SLICES)).isPositive();
        assertThat(partition.counter(AimMetrics.SCAN_SLICES_LONG))
                .isBetween(0L, partition.counter(AimMetrics.SCAN_SLICES));
    }

    @Test
    void shouldTellForHowLongItTookNoEventIn() throws Exception {
        AtomicLong nowNanos = new AtomicLong();
        matrix = new MatrixPartitions(TestSettings.with(), new HashMapStateBackend(), 1, nowNanos::get);
        MatrixHarness partition = matrix.all().get(0);
        for (int i = 0; i < 5; i++) {
            call(1, NOON_MS);
            nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(EventGaps.PULSE_MS));
            partition.advanceTime(EventGaps.PULSE_MS);
        }
        assertThat(partition.gauge(AimMetrics.EVENT_GAP_MS)).isEqualTo(2 * EventGaps.PULSE_MS);
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(300));
        call(1, NOON_MS);
        partition.advanceTime(EventGaps.PULSE_MS);
        assertThat(partition.gauge(AimMetrics.EVENT_GAP_MS)).isEqualTo(300 + EventGaps.PULSE_MS);
    }

    @Test
    void shouldAnswerAPointQueryAtOnceAndAlone() throws Exception {
        open(3);
        callsOf(3, NOON_MS);
        matrix.submit(subscriber(2));
        for (MatrixHarness partition : matrix.all()) {
            List<Part> parts = partition.parts();
            if (partition == matrix.ownerOf(EntityId.of(2))) {
                assertThat(parts).hasSize(1);
                assertThat(parts.get(0).source().partitions()).isEqualTo(1);
            } else {
                assertThat(parts).isEmpty();
            }
        }
        assertThat(cell(2, "number_of_calls_this_week")).isEqualTo(2L);
        assertThat(cell(2, "total_cost_this_day")).isEqualTo(new BigDecimal("3.00"));
        assertThat(cell(2, "zip")).isNull();
    }

    @Test
    void shouldFindNobodyWhereTheSubscriberIsUnknown() throws Exception {
        open(2);
        callsOf(3, NOON_MS);
        QueryResult result = matrix.ask(subscriber(99));
        assertThat(result.status()).isEqualTo(Status.OK);
        assertThat(result.rows()).isEmpty();
        assertThat(matrix.storedRecords()).isEqualTo(3);
    }

    @Test
    void shouldChangeAndClearProfiles() throws Exception {
        open(2);
        profile(new Profile(7, "CH-8000", 1, 0, 2));
        assertThat(cell(7, "zip")).isEqualTo("CH-8000");
        profile(new Profile(7, "DE-80801", 3, 1, 0));
        assertThat(cell(7, "zip")).isEqualTo("DE-80801");
        matrix.turn(NOON_MS);
        call(7, NOON_MS);
        matrix.send(new ProfileChange(EntityId.of(7), CallProfiles.attributes(null)));
        assertThat(cell(7, "zip")).isNull();
        assertThat(cell(7, "number_of_calls_this_week")).isEqualTo(1L);
        assertThat(matrix.counter(AimMetrics.PROFILES_APPLIED)).isEqualTo(3);
        assertCallsOf(1);
    }

    @Test
    void shouldMakeNothingOfATombstoneForAnUnknownSubscriber() throws Exception {
        open(2);
        matrix.send(new ProfileChange(EntityId.of(7), CallProfiles.attributes(null)));
        assertThat(matrix.storedRecords()).isZero();
        assertThat(matrix.gauge(AimMetrics.ROWS)).isZero();
        assertThat(matrix.counter(AimMetrics.PROFILES_APPLIED)).isZero();
        assertThat(matrix.ask(subscriber(7)).rows()).isEmpty();
    }

    @Test
    void shouldMakeNothingOfACallThatIsTooLateForEveryWindow() throws Exception {
        open(1);
        call(1, NOON_MS);
        call(2, NOON_MS - 7 * DAY_MS);
        assertThat(matrix.storedRecords()).isEqualTo(1);
        assertThat(matrix.gauge(AimMetrics.ROWS)).isEqualTo(1);
        assertThat(matrix.counter(AimMetrics.EVENTS_APPLIED)).isEqualTo(1);
        assertThat(matrix.gauge("eventsLateForDay")).isEqualTo(1);
        assertThat(matrix.gauge("eventsLateForWeek")).isEqualTo(1);
        call(2, NOON_MS - DAY_MS);
        assertThat(matrix.counter(AimMetrics.EVENTS_APPLIED)).isEqualTo(2);
        assertThat(matrix.gauge("eventsLateForDay")).isEqualTo(2);
        assertThat(matrix.gauge("eventsLateForWeek")).isEqualTo(1);
        assertCalls(2, 0, 1);
    }

    @Test
    void shouldLayACallAsideThatIsTooLateForEveryWindow() throws Exception {
        open(1, "--aim.events.format=json", "--aim.topics.events=calls");
        call(1, NOON_MS);
        Event late = new Event(2, NOON_MS - 7 * DAY_MS, 60, 1.5f, false);
        DeclaredEvent placed = CallMessages.placed(late, 3, 41);
        placed.clockMs(NOON_MS);
        matrix.send(CallMessages.of(List.of(placed)));
        assertLaidAside(
                DeadLetterReason.LATE,
                late,
                "timestamp=2026-11-11T12:00:00Z is before every window of subscriber 2, whose Kafka partition"
                        + " has reached 2026-11-18T12:00:00Z");
        assertThat(matrix.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(1);
        assertThat(matrix.counter("deadLettersLate")).isEqualTo(1);
        assertThat(matrix.counter("deadLettersOverflow")).isZero();
    }

    /** The only dead letter is of the event at offset 41 of partition 3. */
    private void assertLaidAside(DeadLetterReason kind, Event event, String reason) {
        assertThat(matrix.all().get(0).getSideOutput(SideOutputs.DEAD_LETTERS).stream()
                        .map(StreamRecord::getValue))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(new DeadLetter(
                        kind,
                        reason,
                        "calls",
                        3,
                        41,
                        DeadLetter.UNKNOWN_TIME,
                        null,
                        CallCodec.of(EventFormat.JSON).encode(event)));
    }

    @Test
    void shouldLayACallAsideThatATotalCannotHold() throws Exception {
        open(1, "--aim.events.format=json", "--aim.topics.events=calls");
        int fit = Integer.MAX_VALUE / Event.MAX_DURATION_SECONDS;
        Event longest = new Event(7, NOON_MS, Event.MAX_DURATION_SECONDS, 0.1f, true);
        for (int i = 0; i < fit; i++) {
            matrix.call(longest);
        }
        List<List<Object>> before = matrix.ask(subscriber(7)).rows();
        matrix.send(CallMessages.of(longest, 3, 41));
        assertLaidAside(
                DeadLetterReason.OVERFLOW,
                longest,
                "durationSeconds=604800 would overflow total_duration_this_day of subscriber 7 in the window"
                        + " '1 day': in the model, give a shorter window, take out 'sum: int', or leave out"
                        + " sum");
        assertThat(matrix.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(1);
        assertThat(matrix.counter("deadLettersOverflow")).isEqualTo(1);
        assertThat(matrix.counter(AimMetrics.EVENTS_APPLIED)).isEqualTo(fit);
        assertThat(matrix.ask(subscriber(7)).rows()).isEqualTo(before);
        call(7, NOON_MS);
        assertThat(cell(7, "number_of_calls_this_week")).isEqualTo(fit + 1L);
        assertThat(rows("verify")).isEqualTo(List.of(List.of(1L, 0L)));
    }

    @Test
    void shouldRefuseOneQueryMoreThanTheLimit() throws Exception {
        open(1);
        callsOf(3, NOON_MS);
        MatrixHarness partition = matrix.all().get(0);
        for (int i = 0; i < QueryQueue.MAX_QUERIES_IN_FLIGHT; i++) {
            matrix.submit(AskedQuery.withDefaults("q3"));
        }
        assertThat(partition.parts()).isEmpty();
        matrix.submit(AskedQuery.withDefaults("q3"));
        List<Part> parts = partition.parts();
        assertThat(parts).hasSize(1);
        assertThat(parts.get(0).error().code()).isEqualTo(Code.OVERLOADED);
        partition.drain();
        assertThat(partition.parts()).hasSize(QueryQueue.MAX_QUERIES_IN_FLIGHT).allMatch(part -> part.error() == null);
    }

    // ---- time

    @Test
    void shouldTurnTheDayForEverybodyByATurn() throws Exception {
        open(3);
        callsOf(9, NOON_MS);
        matrix.turn(NOON_MS + DAY_MS);
        for (int subscriber = 1; subscriber <= 9; subscriber++) {
            assertCalls(subscriber, 0, subscriber);
        }
        assertCallsOf(9);
        matrix.turn(NOON_MS + 7 * DAY_MS);
        assertThat(rows("q3")).isEqualTo(List.of(Arrays.asList(0L, null)));
    }

    @Test
    void shouldTurnByTheWatermarkOfTheCalls() throws Exception {
        open(2);
        callsOf(3, NOON_MS);
        long midnightMs = Instant.parse("2026-11-19T00:00:00Z").toEpochMilli();
        matrix.watermark(midnightMs - 1);
        assertThat(cell(3, "number_of_calls_this_day")).isEqualTo(3L);
        matrix.watermark(midnightMs);
        assertThat(cell(3, "number_of_calls_this_day")).isEqualTo(0L);
        assertThat(matrix.ask("q1").asOf().eventTimeMs()).isEqualTo(midnightMs);
    }

    @Test
    void shouldTurnByACallInItsPartitionAndNotMergeItWithOthers() throws Exception {
        open(2);
        callsOf(20, NOON_MS);
        call(1, NOON_MS + DAY_MS);
        QueryResult result = matrix.ask("q6");
        assertThat(result.error().code()).isEqualTo(Code.WINDOW_TURNED);
        assertThat(matrix.ask("q3").error()).as("a query of the week").isNull();
        matrix.turn(NOON_MS + DAY_MS);
        assertThat(matrix.ask("q6").error()).isNull();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldReadNoRecordForVerificationWhileACheckpointIsWritten(StateBackend backend) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(), backend, 1);
        callsOf(3, NOON_MS);
        MatrixHarness partition = matrix.all().get(0);
        for (long checkpoint = 1; checkpoint <= 3; checkpoint++) {
            partition.snapshot(checkpoint, 0);
            List<Request> requests = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                requests.add(matrix.submit(AskedQuery.withDefaults("verify")));
                partition.drain();
            }
            assertThat(partition.parts())
                    .as("before the end of checkpoint %d", checkpoint)
                    .isEmpty();
            assertThat(matrix.ask("q3").error()).as("other queries go on").isNull();
            partition.notifyOfCompletedCheckpoint(checkpoint);
            for (QueryResult result : matrix.answersOf(requests)) {
                assertThat(result.rows()).isEqualTo(List.of(List.of(3L, 0L)));
            }
        }
    }

    private static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend(true));
    }

    @Test
    void shouldNeverGoBackInTime() throws Exception {
        open(2);
        matrix.turn(NOON_MS);
        matrix.turn(NOON_MS - 9 * DAY_MS);
        matrix.watermark(NOON_MS - 8 * DAY_MS);
        call(1, NOON_MS - 7 * DAY_MS);
        assertThat(matrix.storedRecords()).isZero();
        assertThat(matrix.ask("q1").asOf().eventTimeMs()).isEqualTo(NOON_MS);
    }

    @Test
    void shouldNotTakeTheEndOfTheStreamForATime() throws Exception {
        open(2);
        matrix.turn(NOON_MS);
        callsOf(3, NOON_MS);
        matrix.watermark(MAX_WATERMARK_MS);
        assertThat(matrix.ask("q1").asOf().eventTimeMs()).isEqualTo(NOON_MS);
        call(1, NOON_MS + HOUR_MS);
        call(2, NOON_MS + HOUR_MS);
        assertThat(cell(1, "number_of_calls_this_day")).isEqualTo(2L);
    }

    @Test
    void shouldTellWhatItsColumnsTake() throws Exception {
        open(1);
        assertThat(matrix.gauge(AimMetrics.COLUMN_BYTES)).isZero();
        call(1, NOON_MS);
        assertThat(matrix.gauge(AimMetrics.COLUMN_BYTES)).isPositive();
    }

    @Test
    void shouldTellHowOldIsWhatQueriesSee() throws Exception {
        open(1);
        MatrixHarness partition = matrix.all().get(0);
        partition.setProcessingTime(NOON_MS + 250);
        assertThat(partition.gauge(AimMetrics.FRESHNESS_LAG_MS)).isZero();
        call(1, NOON_MS);
        assertThat(partition.gauge(AimMetrics.FRESHNESS_LAG_MS)).isEqualTo(250);
        call(1, NOON_MS + 300);
        assertThat(partition.gauge(AimMetrics.FRESHNESS_LAG_MS)).isZero();
    }

    /** The build runs it with either; elsewhere what runs is up to the JVM. */
    @Test
    @Tag("kernels")
    void shouldTellWhichKernelsRun() throws Exception {
        open(1);
        boolean present = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        String wanted = System.getProperty("aim.test.kernels", present ? "vector" : "scalar");
        LongSupplier vectors = () -> matrix.all().get(0).gauge(AimMetrics.VECTOR_KERNELS);
        if (wanted.equals("vector")) {
            long deadlineNanos = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (vectors.getAsLong() == 0 && System.nanoTime() < deadlineNanos) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(vectors.getAsLong()).isPositive();
        } else {
            assertThat(vectors.getAsLong()).isZero();
        }
    }

    @Test
    void shouldCountTheTurns() throws Exception {
        open(1);
        call(1, NOON_MS);
        assertThat(matrix.gauge(AimMetrics.WINDOW_TURNS)).isEqualTo(1);
        matrix.turn(NOON_MS + HOUR_MS);
        assertThat(matrix.gauge(AimMetrics.WINDOW_TURNS)).isEqualTo(1);
        matrix.turn(NOON_MS + DAY_MS);
        assertThat(matrix.gauge(AimMetrics.WINDOW_TURNS)).isEqualTo(2);
    }

    @Test
    void shouldTravelToItsTask() throws Exception {
        open(1);
        AnalyticsMatrix arrived =
                InstantiationUtil.clone(new AnalyticsMatrix(TestSettings.with(), MatrixHarness.CHECKPOINT_BUDGET));
        assertThat(arrived.getStreamOperatorClass(getClass().getClassLoader()))
                .isEqualTo(AnalyticsMatrixOperator.class);
    }
}
