package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.source.DecodeHarness;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.testing.Scale;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same records, in several Kafka partitions that are read in any order, by jobs that are restarted and rescaled anywhere: each
 * event has the same effect in all of them, which its Kafka partition alone decides.
 */
@SuppressWarnings("try") // close() throws any exception, as that of the harnesses
class SameDecisionTest {
    private static final Model MODEL = ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {items: {type: int, sum: int}}
            filters: {many: items > 100}
            windows: [1 day, 1 week, last 3 days]
            aggregates: {items: [sum, max]}
            attributes: {city: text}
            """, "payments.yaml");

    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = Duration.ofDays(1).toMillis();

    /** A Monday. */
    private static final long NOON_MS = Instant.parse("2026-11-16T12:00:00Z").toEpochMilli();

    /** When all records come to Kafka: after the events. */
    private static final long FAR_MS = NOON_MS + 400 * DAY_MS;

    private static final int KAFKA_PARTITIONS = 4;

    @TempDir
    private Path folder;

    private JobSettings settings(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--aim.events.format=binary");
        arguments.add("--aim.matrix.columns=sum_items_this_day;sum_items_this_week;max_items_last_3_days");
        return ModelSettings.of(MODEL, new EntityTables(List.of()), folder, arguments.toArray(String[]::new));
    }

    private static DeclaredEvent payment(long card, long timeMs, int items) {
        DeclaredEvent payment = new DeclaredEvent(MODEL.event());
        payment.keyNumber(card);
        payment.timestampMs(timeMs);
        payment.values().bits(0, items);
        return payment;
    }

    /** Records in Kafka partitions. Each card has its own one. */
    private static final class Topic {
        private final List<List<DeclaredEvent>> partitions = new ArrayList<>();

        Topic() {
            for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
                partitions.add(new ArrayList<>());
            }
        }

        Topic with(int partition, DeclaredEvent... payments) {
            partitions.get(partition).addAll(List.of(payments));
            return this;
        }

        /** Payments of weeks in a minute or a day each, some of them late, and some too large for those before. */
        static Topic drawn(Random random, int payments) {
            Topic topic = new Topic();
            long[] nowMs = new long[KAFKA_PARTITIONS];
            Arrays.setAll(nowMs, partition -> NOON_MS - random.nextLong(9 * DAY_MS));
            for (int left = payments; left > 0; left--) {
                int partition = random.nextInt(KAFKA_PARTITIONS);
                nowMs[partition] += random.nextInt(4) == 0 ? random.nextLong(4 * DAY_MS) : MINUTE_MS;
                long lateMs = random.nextInt(3) == 0 ? random.nextLong(10 * DAY_MS) : 0;
                int items = random.nextInt(6) == 0 ? Integer.MAX_VALUE / 5 : random.nextInt(200);
                long card = partition + KAFKA_PARTITIONS * (long) random.nextInt(3);
                topic.with(partition, payment(card, nowMs[partition] - lateMs, items));
            }
            return topic;
        }

        int[] ends() {
            return partitions.stream().mapToInt(List::size).toArray();
        }

        int[] middles() {
            return partitions.stream().mapToInt(each -> each.size() / 2).toArray();
        }

        long newestMs() {
            return partitions.stream()
                    .flatMap(List::stream)
                    .mapToLong(DeclaredEvent::timestampMs)
                    .max()
                    .orElseThrow();
        }

        List<Long> cards() {
            return partitions.stream()
                    .flatMap(List::stream)
                    .map(DeclaredEvent::keyNumber)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    /**
     * What a job has decided.
     *
     * @param cards the values of all columns of each that has a row
     * @param letters why an event is a dead letter, by its place
     */
    private record Decided(Map<Long, List<Object>> cards, Map<String, String> letters) {}

    /**
     * What goes on after a restore.
     *
     * @param readers the states of all readers
     * @param inFlight what was on its way, of an unaligned checkpoint
     */
    private record Checkpoint(
            long id,
            OperatorSubtaskState readers,
            int readerCount,
            OperatorSubtaskState[] matrix,
            int[] offsets,
            List<MatrixInput> inFlight) {}

    /** A job whose records and messages advance by a seed. */
    private final class Job implements AutoCloseable {
        private final Topic topic;
        private final Random random;
        private final List<DecodeHarness> readers = new ArrayList<>();
        private final List<List<Queue<MatrixInput>>> channels = new ArrayList<>();
        private final Map<String, String> letters = new TreeMap<>();
        private final MatrixPartitions matrix;
        private JobSettings settings = settings();
        private int[] nextOffsets = new int[KAFKA_PARTITIONS];
        private long checkpoints;
        private Checkpoint last;
        private int restores;

        Job(Topic topic, StateBackend backend, long seed) throws Exception {
            this.topic = topic;
            random = new Random(seed);
            matrix = new MatrixPartitions(settings, backend, 1 + random.nextInt(3));
            openReaders(0, OperatorSubtaskState.builder().build(), 1, 1 + random.nextInt(3));
            checkpoint();
        }

        private void openReaders(long attempt, OperatorSubtaskState state, int before, int count) throws Exception {
            for (int reader = 0; reader < count; reader++) {
                readers.add(new DecodeHarness(
                        settings,
                        matrix.all().size(),
                        attempt,
                        AbstractStreamOperatorTestHarness.repartitionOperatorState(
                                state, DecodeHarness.MAX_PARALLELISM, before, count, reader),
                        reader,
                        FAR_MS));
                channels.add(Stream.generate(() -> (Queue<MatrixInput>) new ArrayDeque<MatrixInput>())
                        .limit(matrix.all().size())
                        .toList());
            }
        }

        /** Another one after a restore. */
        private int readerOf(int kafkaPartition) {
            return (kafkaPartition + restores) % readers.size();
        }

        void readTo(int[] ends) throws Exception {
            while (!Arrays.equals(nextOffsets, ends) || !channelsAreEmpty()) {
                switch (random.nextInt(80)) {
                    case 0 -> checkpoint();
                    case 1 -> restore(settings);
                    case 2 -> matrix.turn(newestReadMs());
                    case 3 ->
                        profile(topic.cards().get(random.nextInt(topic.cards().size())));
                    default -> {
                        if (random.nextInt(3) > 0) {
                            read(random.nextInt(KAFKA_PARTITIONS), ends);
                        } else {
                            deliverOne();
                        }
                    }
                }
            }
        }

        private boolean channelsAreEmpty() {
            return channels.stream().flatMap(List::stream).allMatch(Queue::isEmpty);
        }

        private long newestReadMs() {
            return IntStream.range(0, KAFKA_PARTITIONS)
                    .mapToObj(partition -> topic.partitions.get(partition).subList(0, nextOffsets[partition]))
                    .flatMap(List::stream)
                    .mapToLong(DeclaredEvent::timestampMs)
                    .max()
                    .orElse(0);
        }

        private void read(int kafkaPartition, int[] ends) throws Exception {
            int offset = nextOffsets[kafkaPartition];
            if (offset < ends[kafkaPartition]) {
                nextOffsets[kafkaPartition]++;
                DeclaredEvent payment = topic.partitions.get(kafkaPartition).get(offset);
                byte[] value = settings.eventFormat().newCodec(MODEL).encode(payment);
                readers.get(readerOf(kafkaPartition)).read(kafkaPartition, offset, FAR_MS, value);
                send(readerOf(kafkaPartition));
            }
        }

        private void send(int reader) {
            for (MatrixInput input : readers.get(reader).output()) {
                int owner = matrix.all().indexOf(matrix.ownerOf(input.key()));
                channels.get(reader).get(owner).add(input);
            }
        }

        private void deliverOne() throws Exception {
            int partition = random.nextInt(matrix.all().size());
            MatrixInput input =
                    channels.get(random.nextInt(readers.size())).get(partition).poll();
            if (input != null) {
                matrix.all().get(partition).process(input);
            }
        }

        /** Of a card that has a row: of another one it would make a row. */
        private void profile(long card) throws Exception {
            if (!answer(card).isEmpty()) {
                matrix.send(new ProfileChange(EntityId.of(card), Attributes.of("Bern")));
            }
        }

        private void checkpoint() throws Exception {
            long id = ++checkpoints;
            OperatorSubtaskState[] ofReaders = new OperatorSubtaskState[readers.size()];
            for (int reader = 0; reader < ofReaders.length; reader++) {
                readers.get(reader).prepareSnapshot(id);
                send(reader);
                ofReaders[reader] = readers.get(reader).snapshot(id);
            }
            if (random.nextBoolean()) {
                deliverAll();
            }
            List<MatrixInput> inFlight = new ArrayList<>();
            channels.forEach(ofReader -> ofReader.forEach(inFlight::addAll));
            last = new Checkpoint(
                    id,
                    AbstractStreamOperatorTestHarness.repackageState(ofReaders),
                    ofReaders.length,
                    matrix.checkpoint(id),
                    nextOffsets.clone(),
                    inFlight);
        }

        private void deliverAll() throws Exception {
            for (List<Queue<MatrixInput>> ofReader : channels) {
                for (int partition = 0; partition < ofReader.size(); partition++) {
                    for (MatrixInput input : ofReader.get(partition)) {
                        matrix.all().get(partition).process(input);
                    }
                    ofReader.get(partition).clear();
                }
            }
        }

        /** Goes on from the last checkpoint, as after a crash. */
        private void restore(JobSettings with) throws Exception {
            takeLetters();
            restores++;
            for (DecodeHarness reader : readers) {
                reader.close();
            }
            readers.clear();
            channels.clear();
            settings = with;
            nextOffsets = last.offsets.clone();
            matrix.restore(with, last.matrix, 1 + random.nextInt(3), last.id);
            for (MatrixInput each : last.inFlight) {
                matrix.send(each); // a task takes what was in flight before anything new
            }
            openReaders(last.id, last.readers, last.readerCount, 1 + random.nextInt(3));
        }

        void resetClock(long toMs) throws Exception {
            checkpoint();
            restore(settings("--aim.clock.reset=" + Instant.ofEpochMilli(toMs)));
        }

        private void takeLetters() {
            for (MatrixHarness each : matrix.all()) {
                var output = each.getSideOutput(SideOutputs.DEAD_LETTERS);
                if (output != null) {
                    output.forEach(letter -> take(letter.getValue()));
                    output.clear();
                }
            }
        }

        private void take(DeadLetter letter) {
            String before = letters.put(letter.partition() + "-" + letter.offset(), letter.reason());
            assertThat(before).as("the reason before a replay").isIn(null, letter.reason());
        }

        private List<Object> answer(long card) throws Exception {
            QueryResult result = matrix.ask(new AskedQuery("card", Map.of("cardId", card)));
            return result.rows().isEmpty() ? List.of() : result.rows().get(0);
        }

        /** Of all that was read, at the newest time of all. */
        Decided decided() throws Exception {
            takeLetters();
            matrix.turn(topic.newestMs());
            Map<Long, List<Object>> cards = new TreeMap<>();
            for (long card : topic.cards()) {
                List<Object> row = answer(card);
                if (!row.isEmpty()) {
                    cards.put(card, row.subList(2, row.size()));
                }
            }
            assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) cards.size(), 0L)));
            return new Decided(cards, letters);
        }

        @Override
        public void close() throws Exception {
            for (DecodeHarness reader : readers) {
                reader.close();
            }
            matrix.close();
        }
    }

    /** What the records of each Kafka partition decide alone. */
    private static Decided plain(Topic topic) {
        Map<Long, List<Object>> cards = new TreeMap<>();
        Map<String, String> letters = new TreeMap<>();
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            PlainMatrix matrix = new PlainMatrix(MODEL, ZoneOffset.UTC);
            List<DeclaredEvent> payments = topic.partitions.get(partition);
            for (int offset = 0; offset < payments.size(); offset++) {
                DeclaredEvent payment = payments.get(offset);
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
        return new Decided(cards, letters);
    }

    private Decided decided(Topic topic, StateBackend backend, long seed) throws Exception {
        try (Job job = new Job(topic, backend, seed)) {
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
            assertThat(decided.cards).as("seed=%d", seed).containsOnlyKeys(0L, 1L);
            assertThat(decided.letters).as("seed=%d", seed).isEmpty();
        }
    }

    @Test
    void shouldTakeTheEventsOfAKafkaPartitionThatWakesWithThoseOfLastMonth() throws Exception {
        Topic topic = new Topic()
                .with(0, payment(0, NOON_MS - 30 * DAY_MS, 1), payment(0, NOON_MS - 30 * DAY_MS + 1, 1))
                .with(1, payment(1, NOON_MS, 2));
        try (Job job = new Job(topic, new HashMapStateBackend(), 1)) {
            job.readTo(new int[] {0, 1, 0, 0});
            job.readTo(topic.ends());
            Decided decided = job.decided();
            assertThat(decided.letters).isEmpty();
            assertThat(decided.cards).containsOnlyKeys(0L, 1L);
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
        assertThat(decided.letters)
                .isEqualTo(Map.of(
                        "0-1",
                        "timestamp=2026-11-16T12:00:00Z is before every window of card 4, whose Kafka partition has reached"
                                + " 2026-12-26T12:00:00Z"));
        assertThat(decided.cards).containsOnlyKeys(0L, 1L, 5L);
    }

    @Test
    void shouldPutBackTheClocksOfKafkaPartitions() throws Exception {
        Topic topic = new Topic().with(0, payment(0, NOON_MS + 40 * DAY_MS, 1), payment(4, NOON_MS, 1));
        try (Job job = new Job(topic, new HashMapStateBackend(), 5)) {
            job.readTo(new int[] {1, 0, 0, 0});
            job.resetClock(NOON_MS);
            job.readTo(topic.ends());
            Decided decided = job.decided();
            assertThat(decided.letters).isEmpty();
            assertThat(decided.cards).containsOnlyKeys(0L, 4L);
        }
    }

    @Test
    void shouldPutBackTheClocksOfEventsThatWereInFlight() throws Exception {
        MatrixPartitions matrix = new MatrixPartitions(settings(), new HashMapStateBackend(), 1);
        matrix.restart(settings("--aim.clock.reset=" + Instant.ofEpochMilli(NOON_MS)), 1, 1);
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
        return decided.cards.get(card).get(names.indexOf(column));
    }

    static LongStream seeds() {
        return Scale.seeds(10);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldDecideByTheKafkaPartitionAlone(long seed) throws Exception {
        Topic topic = Topic.drawn(new Random(seed), 80);
        Decided plain = plain(topic);
        Decided first = decided(topic, new HashMapStateBackend(), seed);
        assertThat(first.cards).isEqualTo(plain.cards);
        assertThat(first.letters.keySet()).isEqualTo(plain.letters.keySet());
        first.letters.forEach((place, reason) -> assertThat(reason)
                .as(place)
                .contains(plain.letters.get(place).equals("LATE") ? "is before every window" : "would overflow"));
        StateBackend other = seed % 5 == 0 ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
        assertThat(decided(topic, other, -seed)).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldDecideAlikeAfterAReset(long seed) throws Exception {
        Topic topic = Topic.drawn(new Random(seed), 60);
        Decided first = withReset(topic, new HashMapStateBackend(), seed);
        assertThat(withReset(topic, new HashMapStateBackend(), -seed)).isEqualTo(first);
    }

    private Decided withReset(Topic topic, StateBackend backend, long seed) throws Exception {
        try (Job job = new Job(topic, backend, seed)) {
            job.readTo(topic.middles());
            job.resetClock(NOON_MS);
            job.readTo(topic.ends());
            return job.decided();
        }
    }
}
