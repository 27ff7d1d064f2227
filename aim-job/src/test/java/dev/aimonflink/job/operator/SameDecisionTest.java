package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.operator.DecidingJob.Decided;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.plain.PlainRules;
import dev.aimonflink.testing.Scale;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.job.operator.DecidingJob.DAY_MS;
import static dev.aimonflink.job.operator.DecidingJob.KAFKA_PARTITIONS;
import static dev.aimonflink.job.operator.DecidingJob.MODEL;
import static dev.aimonflink.job.operator.DecidingJob.NOON_MS;
import static dev.aimonflink.job.operator.DecidingJob.payment;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same records, in several Kafka partitions that are read in any order, by jobs that are restarted and rescaled anywhere: each
 * event has the same effect in all of them, which its Kafka partition alone decides.
 */
@SuppressWarnings("try") // close() throws any exception, as that of the harnesses
class SameDecisionTest {
    private static int entitiesWithAlerts;
    private static int offers;

    @TempDir
    private Path folder;

    @AfterAll
    static void requireAlerts() {
        assertThat(entitiesWithAlerts).isPositive();
        assertThat(offers).isPositive();
    }

    /** What the records of each Kafka partition decide alone. */
    private static Decided plain(Topic topic) {
        Map<Long, List<Object>> cards = new TreeMap<>();
        Map<String, String> letters = new TreeMap<>();
        Map<Long, List<String>> alerts = new TreeMap<>();
        Map<String, String> offers = new TreeMap<>();
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            PlainMatrix matrix = new PlainMatrix(MODEL, ZoneOffset.UTC);
            List<DeclaredEvent> payments = topic.partition(partition);
            PlainRules rules = new PlainRules(
                    new MatrixTables(MatrixSchema.of(MODEL), EntityTables.NONE, Map.of()), ZoneOffset.UTC);
            long newestMs = Long.MIN_VALUE;
            for (int offset = 0; offset < payments.size(); offset++) {
                DeclaredEvent payment = payments.get(offset);
                newestMs = Math.max(newestMs, payment.timestampMs());
                payment.position(partition, offset);
                payment.clockMs(newestMs);
                for (PlainRules.Fired each :
                        rules.event(payment, topic.rules(), Topic.recordMs(partition, offset) - DecidingJob.DELAY_MS)) {
                    if (each.isShadow()) {
                        continue;
                    }
                    String id = each.rule() + "-" + each.version() + "-aim.events.v1-" + partition + "-" + offset;
                    alerts.computeIfAbsent(payment.keyNumber(), unknown -> new ArrayList<>())
                            .add(DecidingJob.text(
                                    id, each.isResolved(), each.suppressed(), each.sinceMs(), each.message()));
                    if (DecidingJob.writesEvents(each.rule()) && !each.isResolved()) {
                        offers.put(id, DecidingJob.offer(payment));
                    }
                }
                PlainMatrix.Outcome outcome =
                        matrix.apply(payment.keyNumber(), payment.timestampMs(), payment.values());
                if (outcome != PlainMatrix.Outcome.APPLIED) {
                    letters.put(partition + "-" + offset, outcome.name());
                }
            }
            matrix.advanceTo(topic.newestMs());
            for (Object card : matrix.keys()) {
                List<Object> values = new ArrayList<>();
                for (ModelColumn column : MODEL.columns()) {
                    values.add(matrix.value(card, column));
                }
                cards.put((Long) card, values);
            }
        }
        return new Decided(cards, letters, alerts, offers);
    }

    private Decided decided(Topic topic, StateBackend backend, long seed) throws Exception {
        try (DecidingJob job = new DecidingJob(folder, topic, backend, seed)) {
            job.readTo(topic.ends());
            return job.decided();
        }
    }

    // ---- cases

    @Test
    void shouldCountAnOldEventWhateverOtherKafkaPartitionsHaveReached() throws Exception {
        Topic topic = new Topic().with(0, payment(0, NOON_MS - 7 * DAY_MS, 1)).with(1, payment(1, NOON_MS, 2));
        for (int seed = 0; seed < 10; seed++) {
            Decided decided = decided(topic, new HashMapStateBackend(), seed);
            assertThat(decided.cards()).as("seed=%d", seed).containsOnlyKeys(0L, 1L);
            assertThat(decided.letters()).as("seed=%d", seed).isEmpty();
        }
    }

    @Test
    void shouldTakeTheEventsOfAKafkaPartitionThatWakesWithThoseOfLastMonth() throws Exception {
        Topic topic = new Topic()
                .with(0, payment(0, NOON_MS - 30 * DAY_MS, 1), payment(0, NOON_MS - 30 * DAY_MS + 1, 1))
                .with(1, payment(1, NOON_MS, 2));
        try (DecidingJob job = new DecidingJob(folder, topic, new HashMapStateBackend(), 1)) {
            job.readTo(new int[] {0, 1, 0, 0});
            job.readTo(topic.ends());
            Decided decided = job.decided();
            assertThat(decided.letters()).isEmpty();
            assertThat(decided.cards()).containsOnlyKeys(0L, 1L);
            assertThat(value(decided, 0, "sum_items_this_week")).isEqualTo(0L);
            assertThat(value(decided, 1, "sum_items_this_week")).isEqualTo(2L);
        }
    }

    @Test
    void shouldLetAKafkaPartitionThatIsFarAheadDecideForItselfAlone() throws Exception {
        Topic topic = new Topic()
                .with(0, payment(0, NOON_MS + 40 * DAY_MS, 1), payment(4, NOON_MS, 1))
                .with(1, payment(1, NOON_MS, 2), payment(5, NOON_MS - 1, 3));
        Decided decided = decided(topic, new HashMapStateBackend(), 3);
        assertThat(decided.letters())
                .isEqualTo(Map.of(
                        "0-1",
                        "timestamp=2026-11-16T12:00:00Z is before every window of card 4, whose Kafka partition has reached"
                                + " 2026-12-26T12:00:00Z"));
        assertThat(decided.cards()).containsOnlyKeys(0L, 1L, 5L);
    }

    @Test
    void shouldPutBackTheClocksOfKafkaPartitions() throws Exception {
        Topic topic = new Topic().with(0, payment(0, NOON_MS + 40 * DAY_MS, 1), payment(4, NOON_MS, 1));
        try (DecidingJob job = new DecidingJob(folder, topic, new HashMapStateBackend(), 5)) {
            job.readTo(new int[] {1, 0, 0, 0});
            job.resetClock(NOON_MS);
            job.readTo(topic.ends());
            Decided decided = job.decided();
            assertThat(decided.letters()).isEmpty();
            assertThat(decided.cards()).containsOnlyKeys(0L, 4L);
        }
    }

    @Test
    void shouldPutBackTheClocksOfEventsThatWereInFlight() throws Exception {
        MatrixPartitions matrix = new MatrixPartitions(DecidingJob.settings(folder), new HashMapStateBackend(), 1);
        matrix.restart(DecidingJob.settings(folder, "--aim.clock.reset=" + Instant.ofEpochMilli(NOON_MS)), 1, 1);
        DeclaredEvent behind = payment(4, NOON_MS - 1, 5);
        behind.clockMs(NOON_MS + 40 * DAY_MS);
        List<MatrixInput> inFlight = new ArrayList<>();
        EventChunks chunks = new EventChunks(MODEL.event(), MatrixHarness.MAX_PARALLELISM, 0, () -> 0, inFlight::add);
        chunks.add(behind);
        chunks.add(payment(8, NOON_MS + 40 * DAY_MS, 1));
        chunks.flush();
        for (MatrixInput each : inFlight) {
            matrix.send(each);
        }
        matrix.broadcast(new BroadcastInput.Turn(NOON_MS + 40 * DAY_MS, 0));
        QueryResult result = matrix.ask(new AskedQuery("card", Map.of("cardId", 4L)));
        assertThat(result.rows().get(0).get(result.columns().indexOf("sum_items_this_day")))
                .isEqualTo(5L);
        assertThat(result.asOf().newestMs()).isEqualTo(NOON_MS);
        assertThat(matrix.ask(new AskedQuery("card", Map.of("cardId", 8L))).rows())
                .as("the event that put the clock forward")
                .isEmpty();
        matrix.close();
    }

    private static Object value(Decided decided, long card, String column) {
        List<String> names = MODEL.columns().stream().map(ModelColumn::name).toList();
        return decided.cards().get(card).get(names.indexOf(column));
    }

    static LongStream seeds() {
        return Scale.seeds(5);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldDecideByTheKafkaPartitionAlone(long seed) throws Exception {
        Random random = new Random(seed);
        Topic topic = Topic.drawn(random, 80).withRules(random, 25);
        Decided plain = plain(topic);
        Decided first = decided(topic, new HashMapStateBackend(), seed);
        assertThat(first.cards()).isEqualTo(plain.cards());
        assertThat(first.alerts()).as("seed=%d", seed).isEqualTo(plain.alerts());
        entitiesWithAlerts += first.alerts().size();
        assertThat(first.offers()).as("seed=%d", seed).isEqualTo(plain.offers());
        offers += first.offers().size();
        assertThat(first.letters().keySet()).isEqualTo(plain.letters().keySet());
        first.letters().forEach((place, reason) -> assertThat(reason)
                .as(place)
                .contains(plain.letters().get(place).equals("LATE") ? "is before every window" : "would overflow"));
        StateBackend other = seed % 5 == 0 ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
        assertThat(decided(topic, other, -seed)).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldDecideAlikeAfterAReset(long seed) throws Exception {
        Random random = new Random(seed);
        Topic topic = Topic.drawn(random, 60).withRules(random, 20);
        Decided first = withReset(topic, new HashMapStateBackend(), seed);
        assertThat(withReset(topic, new HashMapStateBackend(), -seed)).isEqualTo(first);
    }

    private Decided withReset(Topic topic, StateBackend backend, long seed) throws Exception {
        try (DecidingJob job = new DecidingJob(folder, topic, backend, seed)) {
            job.readTo(topic.middles());
            job.resetClock(NOON_MS);
            job.readTo(topic.ends());
            return job.decided();
        }
    }
}
