package dev.aimonflink.job.source;

import dev.aimonflink.job.stream.RawRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnnouncingReaderTest {
    private static final String TOPIC = "aim.events.v1";
    private static final RawRecord RECORD = new RawRecord(TOPIC, 1, 20, 1, true, null, new byte[1]);

    private final FakeReader kafka = new FakeReader();
    private final AnnouncingReader reader = new AnnouncingReader(kafka);
    private final Emitted output = new Emitted();

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
        assertThat(poll()).containsExactly(RawRecord.startOf(TOPIC, 0, 0), RawRecord.startOf(TOPIC, 1, 20), RECORD);
        assertThat(poll()).isEmpty();
        assertThat(kafka.splits).containsExactly(split(0, 0), split(1, 20));
    }

    @Test
    void shouldAnnounceNothingWhereTheOffsetIsYetToBeFound() throws Exception {
        reader.addSplits(List.of(split(0, KafkaPartitionSplit.COMMITTED_OFFSET)));
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
        assertThat(poll()).containsExactly(RawRecord.startOf(TOPIC, 0, 5));
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

    private static final class FakeReader implements SourceReader<RawRecord, KafkaPartitionSplit> {
        private final List<RawRecord> records = new ArrayList<>();
        private final List<KafkaPartitionSplit> splits = new ArrayList<>();
        private InputStatus status = InputStatus.NOTHING_AVAILABLE;
        private CompletableFuture<Void> available = new CompletableFuture<>();

        @Override
        public InputStatus pollNext(ReaderOutput<RawRecord> output) {
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
