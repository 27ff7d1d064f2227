package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput.Forget;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.message.MessageLayout;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** More subscribers than there is room for, erased ones, and idle ones, on both backends. */
class EntitiesComeAndGoTest {
    private static final int KNOWN = 100;

    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final long AGE_MS = Duration.ofDays(10).toMillis();
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();

    private MatrixPartitions matrix;

    static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend());
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private void open(StateBackend backend, int parallelism, String... arguments) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(arguments), backend, parallelism);
    }

    private void call(long id, long timestampMs) throws Exception {
        matrix.call(new Event(id, timestampMs, 60, 1.5f, false));
    }

    private List<List<Object>> pointQuery(long id) throws Exception {
        return matrix.ask(new AskedQuery("subscriber", Map.of("subscriberId", id)))
                .rows();
    }

    private void assertExact(long rows) throws Exception {
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(rows, 0L)));
        assertThat(matrix.gauge(AimMetrics.ROWS)).isEqualTo(rows);
        assertThat(matrix.storedRecords()).isEqualTo(rows);
    }

    private List<DeadLetter> deadLetters() {
        List<DeadLetter> letters = new ArrayList<>();
        for (MatrixHarness partition : matrix.all()) {
            var side = partition.getSideOutput(SideOutputs.DEAD_LETTERS);
            if (side != null) {
                side.stream().map(StreamRecord::getValue).forEach(letters::add);
            }
        }
        return letters;
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldLayStrangersAsideWhereThereIsNoRoomAndGoOnForTheKnown(StateBackend backend) throws Exception {
        open(backend, 2, "--aim.matrix.max-entities=1000");
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
        }
        long seed = 6;
        Random random = new Random(seed);
        int strangers = 3_000;
        for (int i = 0; i < strangers; i++) {
            call(random.nextLong() | Long.MIN_VALUE, NOON_MS);
        }
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
        }
        long letters = (long) KNOWN + strangers - 1_000;
        assertThat(matrix.gauge(AimMetrics.ROWS_LIMIT)).isEqualTo(1_000);
        assertThat(matrix.counter("deadLettersFull")).as("seed=%d", seed).isEqualTo(letters);
        assertThat(deadLetters()).hasSize((int) letters).allSatisfy(letter -> assertThat(letter.reason())
                .startsWith("there is no room for subscriber ")
                .endsWith(": its partition may hold 500 rows (aim.matrix.max-entities)"));
        QueryResult twoCalls = matrix.ask("q3");
        assertThat(twoCalls.rows()).as("those with one call and those with two").hasSize(2);
        assertExact(1_000);

        Profile profile = new Profile(Long.MAX_VALUE, "CH-8000", 1, 0, 2);
        matrix.send(new ProfileChange(
                EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile), MessageLayout.UNKNOWN, 3, 41));
        CallProfiles codec = new CallProfiles();
        DeadLetter ofProfile = deadLetters().stream()
                .filter(letter -> letter.offset() == 41)
                .findAny()
                .orElseThrow();
        assertThat(ofProfile.topic()).isEqualTo("aim.profiles.v1");
        assertThat(ofProfile.partition()).isEqualTo(3);
        assertThat(codec.decodeKey(ofProfile.key())).isEqualTo(Long.MAX_VALUE);
        assertThat(codec.decode(ofProfile.value())).isEqualTo(profile);
        matrix.send(new ProfileChange(EntityId.of(7), CallProfiles.attributes(new Profile(7, "CH-8000", 1, 0, 2))));
        assertThat(pointQuery(7)).as("known").isNotEmpty();
        assertExact(1_000);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldEraseASubscriberForGood(StateBackend backend) throws Exception {
        open(backend, 2);
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
            matrix.send(
                    new ProfileChange(EntityId.of(id), CallProfiles.attributes(new Profile(id, "CH-8000", 1, 0, 2))));
        }
        Request during = matrix.submit(AskedQuery.withDefaults("verify"));
        matrix.beginScans();
        matrix.send(new Forget(EntityId.of(7)));
        matrix.send(new Forget(EntityId.of(7)));
        assertThat(matrix.answerOf(during).rows()).hasSize(1);
        assertThat(pointQuery(7)).isEmpty();
        assertExact(KNOWN - 1);
        assertThat(matrix.gauge(AimMetrics.ENTITIES_FORGOTTEN)).isEqualTo(1);
        matrix.restart(3, 1);
        assertThat(pointQuery(7)).as("after a restart").isEmpty();
        assertExact(KNOWN - 1);
        call(7, NOON_MS);
        QueryResult anew = matrix.ask(new AskedQuery("subscriber", Map.of("subscriberId", 7L)));
        assertThat(anew.rows().get(0).get(anew.columns().indexOf("zip"))).isNull();
        assertThat(anew.rows().get(0).get(anew.columns().indexOf("number_of_calls_this_week")))
                .isEqualTo(1L);
        assertExact(KNOWN);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldForgetIdleSubscribersAlsoAfterARestart(StateBackend backend) throws Exception {
        open(backend, 2, "--aim.matrix.forget-after=10 d");
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
        }
        matrix.send(new ProfileChange(EntityId.of(1), CallProfiles.attributes(new Profile(1, "CH-8000", 1, 0, 2))));
        matrix.watermark(NOON_MS + AGE_MS);
        for (long id = 0; id < KNOWN; id++) {
            assertThat(pointQuery(id)).as("reading is no sign of life").isNotEmpty();
        }
        call(2, NOON_MS + AGE_MS);
        assertExact(KNOWN);
        matrix.restart(3, 1);
        matrix.watermark(NOON_MS + AGE_MS + HOUR_MS);
        for (MatrixHarness partition : matrix.all()) {
            partition.drain();
        }
        assertExact(2);
        assertThat(pointQuery(1)).isNotEmpty();
        assertThat(pointQuery(2)).isNotEmpty();
        assertThat(pointQuery(3)).isEmpty();
    }

    /** Enough that a few bytes kept of each are more than {@link #HEAP_NOISE_BYTES}. */
    private static final int STRANGERS = 400_000;

    private static final long HEAP_NOISE_BYTES = 8L << 20;

    private static long usedHeapBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldKeepNothingOfStrangersThatAreToBeForgotten(StateBackend backend) throws Exception {
        open(backend, 1);
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
        }
        call(7, NOON_MS);
        long before = usedHeapBytes();
        long seed = 8;
        Random random = new Random(seed);
        for (int i = 0; i < STRANGERS; i++) {
            matrix.send(new Forget(EntityId.of(random.nextLong() | Long.MIN_VALUE)));
        }
        assertThat(usedHeapBytes() - before).as("seed=%d", seed).isLessThan(HEAP_NOISE_BYTES);
        assertExact(KNOWN);
        assertThat(matrix.gauge(AimMetrics.ENTITIES_FORGOTTEN)).isZero();
    }

    @Test
    void shouldKeepNothingOfSubscribersThatComeAndAreForgottenWithoutACheckpoint() throws Exception {
        open(new HashMapStateBackend(), 1);
        for (long id = 0; id < KNOWN; id++) {
            call(id, NOON_MS);
            call(id, NOON_MS);
        }
        long before = usedHeapBytes();
        for (long id = KNOWN; id < KNOWN + STRANGERS / 2; id++) {
            call(id, NOON_MS);
            call(id, NOON_MS);
            matrix.send(new Forget(EntityId.of(id)));
        }
        assertThat(usedHeapBytes() - before).isLessThan(HEAP_NOISE_BYTES);
        // The records of those that stay are still found, and those that come back have fresh ones.
        for (long id = 0; id < KNOWN + 10; id++) {
            call(id, NOON_MS);
        }
        assertThat(matrix.ask("q3").rows())
                .as("those with one call and those with three")
                .hasSize(2);
        assertExact(KNOWN + 10);
    }
}
