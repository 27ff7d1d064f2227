package dev.aimonflink.job.source;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.config.LostOffsets;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HistoryReaderTest {
    private static final String TOPIC = "aim.events.v1";
    private static final RawRecord RECORD = new RawRecord(TOPIC, 1, 20, 1, true, null, new byte[1]);

    private final FakeReader kafka = new FakeReader();
    private final Map<TopicPartition, OffsetCheck.Range> ranges = new HashMap<>();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final FakeRules rules = new FakeRules();
    private HistoryReader reader = reader(LostOffsets.STOP, true);
    private final Emitted output = new Emitted();

    private HistoryReader reader(LostOffsets way, boolean announces) {
        return new HistoryReader(
                kafka,
                new OffsetCheck(
                        way,
                        partitions -> {
                            Map<TopicPartition, OffsetCheck.Range> known = new HashMap<>(ranges);
                            known.keySet().retainAll(partitions);
                            return known;
                        },
                        metrics.group()),
                announces,
                rules);
    }

    /** From now on Kafka has these offsets. */
    private void kafkaHas(int partition, long first, long next) {
        ranges.put(new TopicPartition(TOPIC, partition), new OffsetCheck.Range(first, next));
    }

    private static KafkaPartitionSplit split(int partition, long offset) {
        return new KafkaPartitionSplit(new TopicPartition(TOPIC, partition), offset);
    }

    private List<RawRecord> poll() throws Exception {
        assertThat(reader.pollNext(output)).isEqualTo(kafka.status);
        List<RawRecord> records = List.copyOf(output.records);
        output.records.clear();
        return records;
    }

    @Test
    void shouldAnnounceEachKafkaPartitionBeforeItsFirstRecord() throws Exception {
        kafka.records.add(RECORD);
        reader.addSplits(List.of(split(0, 0), split(1, 20)));
        assertThat(poll())
                .containsExactly(RawRecord.startOf(TOPIC, 0, 0, 0), RawRecord.startOf(TOPIC, 1, 20, 0), RECORD);
        assertThat(poll()).isEmpty();
        assertThat(kafka.splits).containsExactly(split(0, 0), split(1, 20));
    }

    @Test
    void shouldAnnounceNothingWhereTheOffsetIsYetToBeFound() throws Exception {
        reader.addSplits(List.of(split(0, KafkaPartitionSplit.EARLIEST_OFFSET)));
        assertThat(kafka.splits).containsExactly(split(0, KafkaPartitionSplit.EARLIEST_OFFSET));
        assertThat(reader.isAvailable()).isNotDone();
        assertThat(poll()).isEmpty();
    }

    @Test
    void shouldBeAvailableAsSoonAsItHasSomethingToAnnounce() throws Exception {
        CompletableFuture<Void> waiting = reader.isAvailable();
        assertThat(waiting).isNotDone();
        reader.addSplits(List.of(split(0, 5)));
        assertThat(waiting).isDone();
        assertThat(reader.isAvailable()).isDone();
        assertThat(poll()).containsExactly(RawRecord.startOf(TOPIC, 0, 5, 0));
        assertThat(reader.isAvailable()).isNotDone();
    }

    @Test
    void shouldBeAvailableWithTheReaderBehindIt() {
        CompletableFuture<Void> waiting = reader.isAvailable();
        assertThat(reader.isAvailable()).as("one for all who ask meanwhile").isSameAs(waiting);
        kafka.available.complete(null);
        assertThat(waiting).isDone();
        kafka.available = new CompletableFuture<>();
        assertThat(reader.isAvailable()).isNotDone();
    }

    @Test
    void shouldEmitTheEndOfABatchOnceNoFurtherRecordWaits() throws Exception {
        kafka.records.add(RECORD);
        kafka.status = InputStatus.MORE_AVAILABLE;
        assertThat(poll()).containsExactly(RECORD);
        kafka.records.add(RECORD);
        assertThat(poll()).containsExactly(RECORD);
        kafka.status = InputStatus.NOTHING_AVAILABLE;
        assertThat(poll()).containsExactly(RawRecord.END_OF_BATCH);
        assertThat(poll()).as("nothing came since").isEmpty();
    }

    @Test
    void shouldEmitNoneWhileRulesAreNotKnown() throws Exception {
        kafka.records.add(RECORD);
        kafka.available.complete(null);
        rules.shut();
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(output.records).isEmpty();
        CompletableFuture<Void> waiting = reader.isAvailable();
        assertThat(waiting).isNotDone();
        assertThat(reader.isAvailable()).isSameAs(waiting);
        reader.addSplits(List.of(split(0, 5)));
        assertThat(waiting).as("starts do not wait").isDone();
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(output.records).containsExactly(RawRecord.startOf(TOPIC, 0, 5, 0));
        output.records.clear();
        waiting = reader.isAvailable();
        assertThat(waiting).isNotDone();
        rules.open();
        assertThat(waiting).isDone();
        assertThat(poll()).containsExactly(RECORD);
    }

    @Test
    void shouldEndTheBatchWhereRulesAreNotKnownAnyMore() throws Exception {
        kafka.status = InputStatus.MORE_AVAILABLE;
        kafka.records.add(RECORD);
        assertThat(poll()).containsExactly(RECORD);
        rules.shut();
        kafka.records.add(RECORD);
        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        assertThat(output.records).containsExactly(RawRecord.END_OF_BATCH);
        reader.close();
        assertThat(rules.closed()).isEqualTo(1);
    }

    @Test
    void shouldEmitRecordsAloneWhereItAnnouncesNothing() throws Exception {
        reader = reader(LostOffsets.STOP, false);
        kafka.records.add(RECORD);
        kafka.status = InputStatus.MORE_AVAILABLE;
        reader.addSplits(List.of(split(0, 5)));
        assertThat(poll()).containsExactly(RECORD);
        kafka.status = InputStatus.NOTHING_AVAILABLE;
        assertThat(poll()).isEmpty();
        assertThat(reader.isAvailable()).isNotDone();
    }

    @Test
    void shouldBeginAtOffsetsThatKafkaHasAndWhereItDoesNotAnswer() {
        kafkaHas(0, 5, 9);
        kafkaHas(1, 5, 9);
        kafkaHas(2, 7, 7);
        List<KafkaPartitionSplit> splits = List.of(split(0, 5), split(1, 9), split(2, 7), split(3, 1));
        reader.addSplits(splits);
        assertThat(kafka.splits).isEqualTo(splits);
        assertThat(metrics.counter(AimMetrics.OFFSETS_LOST)).isZero();
    }

    @Test
    void shouldStopWhereRecordsWereDeletedUnread() {
        kafkaHas(0, 30, 50);
        assertFails(SuppressRestartsException.class, () -> reader.addSplits(List.of(split(0, 10))))
                .cause()
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("aim.kafka.lost-offsets=stop: Kafka no longer has what the job has to read next. Of"
                        + " aim.events.v1-0 it goes on at offset 10, and Kafka has 30 to 49: 20 records were deleted"
                        + " before the job read them. Answers would lack them and look plausible. Restore a newer"
                        + " savepoint or checkpoint, whose offsets Kafka still has; or start without state and with"
                        + " --aim.start earliest to count what Kafka still has; or go on without what is lost, with"
                        + " --aim.kafka.lost-offsets skip.");
        assertThat(kafka.splits).isEmpty();
    }

    @Test
    void shouldStopWhereATopicWasCreatedAnew() {
        kafkaHas(0, 0, 0);
        kafkaHas(1, 0, 3);
        assertFails(SuppressRestartsException.class, () -> reader.addSplits(List.of(split(1, 20), split(0, 1))))
                .cause()
                .hasMessageContaining("Of aim.events.v1-0 it goes on at offset 1, and Kafka has no record, the next one"
                        + " gets 0: the topic was created anew or has lost its end, so how many records followed is"
                        + " unknown. Of aim.events.v1-1 it goes on at offset 20, and Kafka has 0 to 2: the topic");
    }

    @Test
    void shouldNameAFewKafkaPartitionsAlone() {
        List<KafkaPartitionSplit> splits = new ArrayList<>();
        for (int partition = 0; partition < OffsetCheck.MAX_NAMED + 2; partition++) {
            kafkaHas(partition, 30, 50);
            splits.add(split(partition, 10));
        }
        assertThatThrownBy(() -> reader.addSplits(splits))
                .cause()
                .hasMessageContaining("aim.events.v1-2 it goes on")
                .hasMessageContaining(" So it is with 2 further Kafka partitions.")
                .message()
                .doesNotContain("aim.events.v1-3");
    }

    @Test
    void shouldGoOnAtTheFirstRecordsAndCountWhatIsLostIfToldTo() throws Exception {
        reader = reader(LostOffsets.SKIP, true);
        kafkaHas(0, 30, 50);
        kafkaHas(1, 0, 3);
        kafkaHas(2, 0, 50);
        reader.addSplits(List.of(split(0, 10), split(1, 20), split(2, 40)));
        assertThat(kafka.splits).containsExactly(split(0, 30), split(1, 0), split(2, 40));
        assertThat(poll())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        RawRecord.startOf(TOPIC, 0, 30, 20),
                        RawRecord.startOf(TOPIC, 1, 0, 1),
                        RawRecord.startOf(TOPIC, 2, 40, 0));
        assertThat(metrics.counter(AimMetrics.OFFSETS_LOST)).isEqualTo(2);
        assertThat(metrics.counter(AimMetrics.RECORDS_LOST)).isEqualTo(20);
    }

    @Test
    void shouldSaveTheOffsetBeforeALossUntilItHasSaidIt() throws Exception {
        reader = reader(LostOffsets.SKIP, true);
        kafkaHas(0, 30, 50);
        kafkaHas(1, 0, 50);
        reader.addSplits(List.of(split(0, 10), split(1, 20)));
        assertThat(reader.snapshotState(1)).containsExactly(split(0, 10), split(1, 20));
        poll();
        assertThat(reader.snapshotState(2)).containsExactly(split(0, 30), split(1, 20));
    }

    private void failAt(int partition, long offset) {
        OffsetOutOfRangeException cause =
                new OffsetOutOfRangeException(Map.of(new TopicPartition(TOPIC, partition), offset));
        kafka.failure = new IllegalStateException("One or more fetchers.", new IllegalStateException(cause));
    }

    @Test
    void shouldStopWhereARunningJobFallsBehind() {
        kafkaHas(0, 30, 50);
        failAt(0, 10);
        assertFails(SuppressRestartsException.class, () -> reader.pollNext(output))
                .cause()
                .hasMessageStartingWith("aim.kafka.lost-offsets=stop: Kafka no longer has what the job has to read"
                        + " next. Of aim.events.v1-0 it goes on at offset 10, and Kafka has 30 to 49: 20 records")
                .hasCause(kafka.failure);
    }

    @Test
    void shouldRestartWhereARunningJobFallsBehindAndIsToSkip() {
        reader = reader(LostOffsets.SKIP, true);
        kafkaHas(0, 30, 50);
        failAt(0, 10);
        assertFails(FlinkRuntimeException.class, () -> reader.pollNext(output))
                .hasMessage("aim.kafka.lost-offsets=skip: Kafka no longer has what the job has to read next. Of"
                        + " aim.events.v1-0 it goes on at offset 10, and Kafka has 30 to 49: 20 records were deleted"
                        + " before the job read them. The job restarts, and goes on at the first records that Kafka"
                        + " has.")
                .hasCause(kafka.failure);
    }

    @Test
    void shouldSayWhatItKnowsWhereTheBrokerDoesNotAnswer() {
        failAt(0, 10);
        assertFails(SuppressRestartsException.class, () -> reader.pollNext(output))
                .cause()
                .hasMessageContaining(
                        "Of aim.events.v1-0 it goes on at offset 10, and the broker does not say what it has.");
    }

    @Test
    void shouldNotExplainOtherFailures() {
        kafka.failure = new IllegalStateException("The disk is full.");
        assertThatThrownBy(() -> reader.pollNext(output)).isSameAs(kafka.failure);
    }

    private static final class FakeReader implements SourceReader<RawRecord, KafkaPartitionSplit> {
        private final List<RawRecord> records = new ArrayList<>();
        private final List<KafkaPartitionSplit> splits = new ArrayList<>();
        private InputStatus status = InputStatus.NOTHING_AVAILABLE;
        private RuntimeException failure;
        private CompletableFuture<Void> available = new CompletableFuture<>();

        @Override
        public InputStatus pollNext(ReaderOutput<RawRecord> output) {
            if (failure != null) {
                throw failure;
            }
            records.forEach(output::collect);
            records.clear();
            return status;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void addSplits(List<KafkaPartitionSplit> added) {
            splits.addAll(added);
        }

        @Override
        public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
            return splits;
        }

        @Override
        public void start() {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class Emitted implements ReaderOutput<RawRecord> {
        private final List<RawRecord> records = new ArrayList<>();

        @Override
        public void collect(RawRecord record) {
            records.add(record);
        }

        @Override
        public void collect(RawRecord record, long timestampMs) {
            records.add(record);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<RawRecord> createOutputForSplit(String split) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String split) {}
    }
}
