package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.source.DecodeHarness;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Readers, channels and partitions of the matrix, advanced by a seed one message at a time, with checkpoints, restores and
 * rescalings, in some of which events are lost. A partition never reports more progress than the calls that it has applied, and
 * forgets none that is lost.
 */
class ProgressOrderTest {
    private static final int READERS = 2;
    private static final int KAFKA_PARTITIONS = 5;
    private static final int SUBSCRIBERS = 12;
    private static final int STEPS = 1_500;
    private static final long HOUR_MS = 3_600_000;

    /** All calls are of one week. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private final JobSettings settings = TestSettings.with("--aim.events.format=binary");
    private final List<List<Event>> topic = new ArrayList<>();
    private final long[] nextOffsets = new long[KAFKA_PARTITIONS];
    private final long[] lost = new long[KAFKA_PARTITIONS];
    private OperatorSubtaskState stateOfReaders = OperatorSubtaskState.builder().build();
    private final List<DecodeHarness> readers = new ArrayList<>();
    private final List<List<Queue<MatrixInput>>> channels = new ArrayList<>();
    private MatrixPartitions matrix;
    private Random random;
    private long checkpointId;

    @AfterEach
    void close() throws Exception {
        for (DecodeHarness reader : readers) {
            reader.close();
        }
        matrix.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldNeverClaimMoreThanIsApplied(long seed) throws Exception {
        random = new Random(seed);
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            topic.add(new ArrayList<>());
        }
        matrix = new MatrixPartitions(settings, new HashMapStateBackend(), 2);
        sendProfiles();
        openReaders();
        for (int step = 1; step <= STEPS; step++) {
            switch (random.nextInt(100)) {
                case 0 -> restart(1 + random.nextInt(4));
                case 1, 2, 3, 4, 5 -> report(random.nextInt(READERS));
                case 6, 7 -> assertNothingIsClaimedThatIsNotApplied("seed=" + seed + " step=" + step);
                default -> {
                    if (random.nextBoolean()) {
                        read(random.nextInt(KAFKA_PARTITIONS));
                    } else {
                        deliverOne();
                    }
                }
            }
        }
        assertAllIsClaimedInTheEnd();
    }

    // ---- what a job does

    /** With those of its profile, q5 sums up the costs of all subscribers. */
    private void sendProfiles() throws Exception {
        for (long subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
            Profile profile = new Profile(subscriber, "CH-8000", 1, 0, 2);
            matrix.send(new ProfileChange(EntityId.of(subscriber), CallProfiles.attributes(profile)));
        }
    }

    private void openReaders() throws Exception {
        for (int reader = 0; reader < READERS; reader++) {
            readers.add(new DecodeHarness(settings, matrix.all().size(), checkpointId, stateOfReader(reader), NOON_MS));
            List<Queue<MatrixInput>> toPartitions = new ArrayList<>();
            for (int partition = 0; partition < matrix.all().size(); partition++) {
                toPartitions.add(new ArrayDeque<>());
            }
            channels.add(toPartitions);
        }
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            begin(partition);
        }
    }

    private OperatorSubtaskState stateOfReader(int reader) {
        return AbstractStreamOperatorTestHarness.repartitionOperatorState(
                stateOfReaders, DecodeHarness.MAX_PARALLELISM, READERS, READERS, reader);
    }

    /** After a restart Kafka may no longer have the next records. */
    private void begin(int kafkaPartition) throws Exception {
        int deleted = checkpointId > 0 && random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 0;
        for (int left = deleted; left > 0; left--) {
            topic.get(kafkaPartition).add(null);
        }
        nextOffsets[kafkaPartition] += deleted;
        lost[kafkaPartition] += deleted;
        readers.get(readerOf(kafkaPartition)).begin(kafkaPartition, nextOffsets[kafkaPartition], deleted);
        send(readerOf(kafkaPartition));
    }

    /** A restored job may give a Kafka partition to another reader. */
    private int readerOf(int kafkaPartition) {
        return (int) ((kafkaPartition + checkpointId) % READERS);
    }

    private void read(int kafkaPartition) throws Exception {
        long offset = nextOffsets[kafkaPartition]++;
        List<Event> events = topic.get(kafkaPartition);
        if (offset == events.size()) {
            long timeMs = NOON_MS - HOUR_MS + 1_000 * offset - 60_000L * kafkaPartition;
            events.add(random.nextInt(10) == 0 ? null : new Event(random.nextInt(SUBSCRIBERS), timeMs, 1, 1, false));
        }
        readers.get(readerOf(kafkaPartition)).read(kafkaPartition, offset, events.get((int) offset));
        send(readerOf(kafkaPartition));
    }

    private void report(int reader) throws Exception {
        readers.get(reader).passTime();
        send(reader);
    }

    private void send(int reader) {
        for (MatrixInput input : readers.get(reader).output()) {
            channels.get(reader).get(ownerOf(input)).add(input);
        }
    }

    private int ownerOf(MatrixInput input) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(
                input.key().value(), MatrixHarness.MAX_PARALLELISM, matrix.all().size());
    }

    private void deliverOne() throws Exception {
        int partition = random.nextInt(matrix.all().size());
        MatrixInput input = channels.get(random.nextInt(READERS)).get(partition).poll();
        if (input != null) {
            matrix.all().get(partition).process(input);
        }
    }

    private void deliverAll() throws Exception {
        for (List<Queue<MatrixInput>> toPartitions : channels) {
            for (int partition = 0; partition < toPartitions.size(); partition++) {
                for (MatrixInput input : toPartitions.get(partition)) {
                    matrix.all().get(partition).process(input);
                }
                toPartitions.get(partition).clear();
            }
        }
    }

    /** From a checkpoint that is aligned, or else holds what is in flight, some of it for other owners then. */
    private void restart(int parallelism) throws Exception {
        checkpointId++;
        for (int reader = 0; reader < READERS; reader++) {
            readers.get(reader).prepareSnapshot(checkpointId);
            send(reader);
        }
        if (random.nextBoolean()) {
            deliverAll();
        }
        OperatorSubtaskState[] states = matrix.checkpoint(checkpointId);
        OperatorSubtaskState[] ofReaders = new OperatorSubtaskState[READERS];
        for (int reader = 0; reader < READERS; reader++) {
            ofReaders[reader] = readers.get(reader).snapshot(checkpointId);
        }
        stateOfReaders = AbstractStreamOperatorTestHarness.repackageState(ofReaders);
        long[] checkpointed = nextOffsets.clone();
        List<MatrixInput> inFlight = new ArrayList<>();
        channels.forEach(toPartitions -> toPartitions.forEach(inFlight::addAll));
        channels.clear();
        for (DecodeHarness reader : readers) {
            reader.close();
        }
        readers.clear();
        System.arraycopy(checkpointed, 0, nextOffsets, 0, KAFKA_PARTITIONS);
        matrix.restore(states, parallelism, checkpointId);
        for (MatrixInput input : inFlight) {
            // A task takes what was in flight before anything new.
            matrix.all().get(ownerOf(input)).process(input);
            if (random.nextInt(20) == 0) {
                assertNothingIsClaimedThatIsNotApplied("restored " + checkpointId);
            }
        }
        openReaders();
    }

    // ---- what must hold

    private void assertNothingIsClaimedThatIsNotApplied(String when) throws Exception {
        for (long subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
            List<EventPlace> places =
                    matrix.ownerOf(EntityId.of(subscriber)).progress().places();
            QueryResult result =
                    matrix.askWithProgress(new AskedQuery("subscriber", Map.of("subscriberId", subscriber)));
            assertThat(result.asOf().progress()).as(when).isEqualTo(answered(places));
            assertThat(callsOf(result))
                    .as("calls of %d %s %s", subscriber, places, when)
                    .isGreaterThanOrEqualTo(callsBefore(result.asOf().progress(), subscriber));
            for (EventPlace place : places) {
                assertThat(place.newestMs()).as(when).isLessThanOrEqualTo(newestBefore(place));
                if (result.asOf().eventTimeMs() != null) {
                    assertThat(result.asOf().eventTimeMs()).as(when).isLessThanOrEqualTo(newestBefore(place));
                }
            }
        }
        QueryResult all = matrix.askWithProgress(AskedQuery.withDefaults("q5"));
        // A partition without a time yet has no windows in common with the others.
        if (all.error() == null) {
            assertAllCallsAreIn(all, when);
        }
    }

    private void assertAllCallsAreIn(QueryResult costs, String when) {
        Map<Integer, Place> places = costs.asOf().progress();
        long claimed = LongStream.range(0, SUBSCRIBERS)
                .map(subscriber -> callsBefore(places, subscriber))
                .sum();
        assertThat(((BigDecimal) costs.rows().get(0).get(1)).longValueExact())
                .as("cost of all calls, each 1, %s %s", places, when)
                .isGreaterThanOrEqualTo(claimed);
    }

    private static Map<Integer, Place> answered(List<EventPlace> places) {
        Map<Integer, Place> answered = new HashMap<>();
        for (EventPlace place : places) {
            Long newestMs = place.newestMs() == WindowClock.NO_TIME ? null : place.newestMs();
            answered.put(place.partition().number(), new Place(place.nextOffset(), newestMs));
        }
        return answered;
    }

    private static long callsOf(QueryResult result) {
        return result.rows().isEmpty()
                ? 0
                : (long) result.rows().get(0).get(result.columns().indexOf("number_of_calls_this_week"));
    }

    private long callsBefore(Map<Integer, Place> places, long subscriber) {
        long calls = 0;
        for (Map.Entry<Integer, Place> place : places.entrySet()) {
            int nextOffset = (int) place.getValue().nextOffset();
            for (Event event : topic.get(place.getKey()).subList(0, nextOffset)) {
                calls += event != null && event.subscriberId() == subscriber ? 1 : 0;
            }
        }
        return calls;
    }

    private long newestBefore(EventPlace place) {
        long newestMs = Long.MIN_VALUE;
        for (Event event : topic.get(place.partition().number()).subList(0, (int) place.nextOffset())) {
            newestMs = event == null ? newestMs : Math.max(newestMs, event.timestampMs());
        }
        return newestMs;
    }

    private void assertAllIsClaimedInTheEnd() throws Exception {
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            Event last = null;
            while (last == null) {
                read(partition);
                last = topic.get(partition).get((int) nextOffsets[partition] - 1);
            }
        }
        for (int reader = 0; reader < READERS; reader++) {
            report(reader);
        }
        deliverAll();
        assertNothingIsClaimedThatIsNotApplied("at the end");
        long oldestMs = Long.MAX_VALUE;
        for (MatrixHarness each : matrix.all()) {
            for (EventPlace place : each.progress().places()) {
                assertThat(place.nextOffset())
                        .isEqualTo(nextOffsets[place.partition().number()]);
                assertThat(place.newestMs()).isEqualTo(newestBefore(place));
                assertThat(place.lost()).isEqualTo(lost[place.partition().number()]);
                oldestMs = Math.min(oldestMs, place.newestMs());
            }
            assertThat(each.progress().places()).hasSize(KAFKA_PARTITIONS);
        }
        QueryResult all = matrix.askWithProgress(AskedQuery.withDefaults("q5"));
        assertThat(all.error()).isNull();
        assertAllCallsAreIn(all, "at the end");
        assertThat(all.asOf().eventTimeMs()).isEqualTo(oldestMs);
        assertThat(all.asOf().lost()).isEqualTo(LongStream.of(lost).sum());
        assertThat(all.asOf().progress()).hasSize(KAFKA_PARTITIONS);
        all.asOf().progress().forEach((partition, place) -> assertThat(place.nextOffset())
                .isEqualTo(nextOffsets[partition]));
    }
}
