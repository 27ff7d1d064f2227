package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.source.ClockReset;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A matrix whose clock a wrong timestamp has put forward, restored with {@code aim.clock.reset}. */
class ClockResetTest {
    private static final long SEED = 20261122;
    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;

    /** A Wednesday, half an hour before midnight. */
    private static final long LATE_EVENING_MS =
            Instant.parse("2025-03-26T23:30:00Z").toEpochMilli();

    private static final long BEHIND = 1;
    private static final long AHEAD = 2;
    private static final long TOUCHED = 3;

    private MatrixPartitions matrix;
    private long checkpointId;

    static Stream<StateBackend> backends() {
        boolean incremental = true;
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend(incremental));
    }

    @AfterEach
    void close() throws Exception {
        if (matrix != null) {
            matrix.close();
        }
    }

    private void call(long subscriberId, long timestampMs) throws Exception {
        matrix.call(new Event(subscriberId, timestampMs, 60, 1.5f, false));
    }

    private static JobSettings resetTo(long instantMs) {
        return TestSettings.with("--aim.clock.reset=" + Instant.ofEpochMilli(instantMs));
    }

    private void restart(JobSettings settings) throws Exception {
        matrix.restart(settings, 2, ++checkpointId);
    }

    private Object cell(long subscriberId, String column) throws Exception {
        QueryResult result = matrix.ask(new AskedQuery("subscriber", Map.of("subscriberId", subscriberId)));
        return result.rows().get(0).get(result.columns().indexOf(column));
    }

    private void assertCalls(long subscriberId, long today, long thisWeek) throws Exception {
        assertThat(cell(subscriberId, "number_of_calls_this_day")).isEqualTo(today);
        assertThat(cell(subscriberId, "number_of_calls_this_week")).isEqualTo(thisWeek);
    }

    private long now() throws Exception {
        return matrix.ask("q1").asOf().eventTimeMs();
    }

    private void assertColumnsAreRight(long rows) throws Exception {
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(rows, 0L)));
    }

    /** Each subscriber has two calls of the day; then one calls 50 minutes ahead, and another is counted meanwhile. */
    private void poison(StateBackend backend) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(), backend, 2);
        for (long subscriber : new long[] {BEHIND, AHEAD, TOUCHED}) {
            call(subscriber, LATE_EVENING_MS);
            call(subscriber, LATE_EVENING_MS);
        }
        call(AHEAD, LATE_EVENING_MS + 50 * 60_000);
        matrix.turn(LATE_EVENING_MS + 50 * 60_000);
        call(TOUCHED, LATE_EVENING_MS + 1);
        assertCalls(BEHIND, 0, 2);
        assertCalls(TOUCHED, 0, 3);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldCountForTheDayAgain(StateBackend backend) throws Exception {
        poison(backend);
        restart(resetTo(LATE_EVENING_MS));
        assertThat(now()).isEqualTo(LATE_EVENING_MS);
        assertCalls(BEHIND, 2, 2);
        assertCalls(AHEAD, 0, 3);
        assertCalls(TOUCHED, 0, 3);
        assertColumnsAreRight(3);
        for (long subscriber : new long[] {BEHIND, AHEAD, TOUCHED}) {
            call(subscriber, LATE_EVENING_MS + 2);
        }
        assertCalls(BEHIND, 3, 3);
        assertCalls(AHEAD, 1, 4);
        assertCalls(TOUCHED, 1, 4);
        assertColumnsAreRight(3);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldNotShowTheCallAheadOnceItsDayHasCome(StateBackend backend) throws Exception {
        poison(backend);
        restart(resetTo(LATE_EVENING_MS));
        matrix.turn(LATE_EVENING_MS + HOUR_MS);
        assertCalls(AHEAD, 0, 3);
        assertCalls(TOUCHED, 0, 3);
        assertColumnsAreRight(3);
        restart(TestSettings.with());
        assertCalls(AHEAD, 0, 3);
        assertColumnsAreRight(3);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldKeepWhatWasOnlyLookedAtAndRestartedMeanwhile(StateBackend backend) throws Exception {
        poison(backend);
        assertColumnsAreRight(3);
        restart(TestSettings.with());
        assertCalls(BEHIND, 0, 2);
        assertColumnsAreRight(3);
        restart(resetTo(LATE_EVENING_MS));
        assertCalls(BEHIND, 2, 2);
        assertColumnsAreRight(3);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldLeaveTheClockAloneAfterAFailover(StateBackend backend) throws Exception {
        poison(backend);
        JobSettings settings = resetTo(LATE_EVENING_MS);
        restart(settings);
        matrix.turn(LATE_EVENING_MS + DAY_MS);
        call(BEHIND, LATE_EVENING_MS + DAY_MS);
        for (int failover = 0; failover < 2; failover++) {
            restart(settings);
            assertThat(now()).isEqualTo(LATE_EVENING_MS + DAY_MS);
            assertCalls(BEHIND, 1, 3);
        }
        restart(TestSettings.with());
        restart(settings);
        assertThat(now()).isEqualTo(LATE_EVENING_MS + DAY_MS);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldTakeAnotherInstantAgain(StateBackend backend) throws Exception {
        poison(backend);
        restart(resetTo(LATE_EVENING_MS));
        matrix.turn(LATE_EVENING_MS + 9 * DAY_MS);
        restart(resetTo(LATE_EVENING_MS + 1));
        assertThat(now()).isEqualTo(LATE_EVENING_MS + 1);
        assertCalls(BEHIND, 2, 2);
        assertColumnsAreRight(3);
    }

    @Test
    void shouldNeverPutTheClockForward() throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(), new HashMapStateBackend(), 2);
        call(BEHIND, LATE_EVENING_MS - DAY_MS);
        matrix.turn(LATE_EVENING_MS - DAY_MS);
        JobSettings settings = resetTo(LATE_EVENING_MS);
        restart(settings);
        assertThat(now()).isEqualTo(LATE_EVENING_MS - DAY_MS);
        matrix.turn(LATE_EVENING_MS + 2 * DAY_MS);
        restart(settings);
        assertThat(now()).as("the clock correctly passed the instant").isEqualTo(LATE_EVENING_MS + 2 * DAY_MS);
    }

    @Test
    void shouldRememberAnInstantThatAJobBeganWith() throws Exception {
        JobSettings settings = resetTo(LATE_EVENING_MS);
        matrix = new MatrixPartitions(settings, new HashMapStateBackend(), 2);
        call(BEHIND, LATE_EVENING_MS + DAY_MS);
        matrix.turn(LATE_EVENING_MS + DAY_MS);
        restart(settings);
        assertThat(now()).isEqualTo(LATE_EVENING_MS + DAY_MS);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldAnswerAsIfTheCallAheadHadNeverBeenForAllThatItDidNotTouch(StateBackend backend) throws Exception {
        Random random = new Random(SEED);
        RandomCalls calls = new RandomCalls(random, ZoneOffset.UTC, LocalDate.of(2025, 1, 15), 300);
        PlainCalls model = new PlainCalls(ZoneOffset.UTC, PlainDimensions.benchmark(), TestSettings.AGGREGATES);
        matrix = new MatrixPartitions(TestSettings.with(), backend, 2);
        for (int round = 0; round < 4; round++) {
            change(calls, model);
            poisonAndHeal(round, calls.nowMs());
            // A subscriber without calls is a row all the same, as one with a profile alone.
            model.profile(new Profile(round, "nowhere", 0, 0, 0));
            matrix.send(new ProfileChange(
                    EntityId.of(round), CallProfiles.attributes(new Profile(round, "nowhere", 0, 0, 0))));
            change(calls, model);
            for (String query : Catalogue.BENCHMARK) {
                assertThat(matrix.ask(query).rows())
                        .as("%s in round %d, seed=%d", query, round, SEED)
                        .isEqualTo(model.answer(AskedQuery.withDefaults(query)));
            }
            assertColumnsAreRight(model.rows());
        }
    }

    /** Everything is restored once more while the clock is ahead. */
    private void poisonAndHeal(long subscriberId, long nowMs) throws Exception {
        long aheadMs = nowMs + (1 + subscriberId) * 10 * DAY_MS;
        call(subscriberId, aheadMs);
        matrix.turn(aheadMs);
        restart(TestSettings.with());
        restart(resetTo(nowMs));
        assertThat(now()).isEqualTo(nowMs);
    }

    private void change(RandomCalls calls, PlainCalls model) throws Exception {
        for (int i = 0; i < 400; i++) {
            Event call = calls.call();
            model.event(call);
            matrix.call(call);
            if (i % 10 == 0) {
                Profile profile = calls.profile();
                model.profile(profile);
                matrix.send(new ProfileChange(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile)));
            }
        }
        long nowMs = calls.later();
        model.advanceTo(nowMs);
        matrix.turn(nowMs);
    }

    @Test
    void shouldSayWhatAResetMeansAndHowToCountAllAgain() {
        assertThat(ClockReset.warning(LATE_EVENING_MS + DAY_MS, LATE_EVENING_MS))
                .isEqualTo("aim.clock.reset has put the restored clock back from 2025-03-27T23:30:00Z to"
                        + " 2025-03-26T23:30:00Z. Entities with events behind the wrong time in its Kafka partition have"
                        + " lost their windows, and events that were too late there meanwhile are dead letters. To count"
                        + " everything again that Kafka still has, start the job without state and with"
                        + " --aim.start earliest.");
    }
}
