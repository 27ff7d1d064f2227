package dev.aimonflink.job.source;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.row.SourcePartition;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** One reader's decoder of events, with a broker and a clock that only move when the test says so. */
@SuppressWarnings("try") // close() throws any exception, as Flink declares it
public final class DecodeHarness implements AutoCloseable {
    public static final int MAX_PARALLELISM = 128;

    private final JobSettings settings;
    private final FakeEnds ends = new FakeEnds();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final MockEnvironment environment;
    private final OneInputStreamOperatorTestHarness<RawRecord, MatrixInput> harness;
    private long nowMs;
    private boolean recordsWait;

    /** @param attempt the checkpoint that the job was restored from, or 0 */
    public DecodeHarness(JobSettings settings, int matrixPartitions, long attempt, long nowMs) throws Exception {
        this(settings, matrixPartitions, attempt, OperatorSubtaskState.builder().build(), nowMs);
    }

    /** @param restored the state of this checkpoint */
    public DecodeHarness(
            JobSettings settings, int matrixPartitions, long attempt, OperatorSubtaskState restored, long nowMs)
            throws Exception {
        this(settings, matrixPartitions, attempt, restored, 0, nowMs);
    }

    /** @param index of the reader, of which there are no more than partitions of the matrix */
    public DecodeHarness(
            JobSettings settings,
            int matrixPartitions,
            long attempt,
            OperatorSubtaskState restored,
            int index,
            long nowMs)
            throws Exception {
        this(settings, RulesSource.NONE, matrixPartitions, attempt, restored, index, nowMs);
    }

    public DecodeHarness(
            JobSettings settings,
            RulesSource rules,
            int matrixPartitions,
            long attempt,
            OperatorSubtaskState restored,
            int index,
            long nowMs)
            throws Exception {
        this.settings = settings;
        this.nowMs = nowMs;
        environment = new MockEnvironmentBuilder()
                .setMaxParallelism(MAX_PARALLELISM)
                .setParallelism(Math.max(matrixPartitions, index + 1))
                .setSubtaskIndex(index)
                .setMetricGroup(metrics.group())
                .build();
        harness = new OneInputStreamOperatorTestHarness<>(
                new DecodeEvents(settings, subtask -> ends, rules), environment);
        harness.setProcessingTime(nowMs);
        harness.setup(new MessageSerializer<>(new MatrixInput.Format()));
        if (attempt > 0) {
            harness.setRestoredCheckpointId(attempt);
            harness.initializeState(restored);
        }
        harness.open();
    }

    public void begin(int kafkaPartition, long offset) throws Exception {
        begin(kafkaPartition, offset, 0);
    }

    /** Begins where so many records before the offset are lost. */
    public void begin(int kafkaPartition, long offset, long lost) throws Exception {
        process(RawRecord.startOf(settings.eventsTopic(), kafkaPartition, offset, lost));
    }

    /** @param event null for a record that is none */
    public void read(int kafkaPartition, long offset, Event event) throws Exception {
        byte[] value =
                event == null ? null : CallCodec.of(settings.eventFormat()).encode(event);
        read(kafkaPartition, offset, nowMs, value);
    }

    /** Reads a record of any value. */
    public void read(int kafkaPartition, long offset, long recordMs, byte[] value) throws Exception {
        process(new RawRecord(settings.eventsTopic(), kafkaPartition, offset, recordMs, true, null, value));
        if (!recordsWait) {
            process(RawRecord.END_OF_BATCH);
        }
    }

    /** From now on further records wait behind each one that is read, so that the reader collects calls. */
    public void letRecordsWait() {
        recordsWait = true;
    }

    private void process(RawRecord raw) throws Exception {
        harness.processElement(new StreamRecord<>(raw));
    }

    /** From now on the broker reports no event at this offset or after it. */
    void reachEnd(int kafkaPartition, long offset) {
        ends.atEnd.put(new SourcePartition(settings.eventsTopic(), kafkaPartition), offset);
    }

    /** From now on the broker says that no event is before this offset, of those that are not read. */
    void leaveEmptyTo(int kafkaPartition, long offset) {
        ends.emptyTo.put(new SourcePartition(settings.eventsTopic(), kafkaPartition), offset);
    }

    /** Returns the last question to the broker. */
    Map<SourcePartition, Long> asked() {
        return ends.asked;
    }

    /** Lets the time for the next report come. */
    public void passTime() throws Exception {
        passTime(DecodeEvents.REPORT_MS);
    }

    void passTime(long ms) throws Exception {
        nowMs += ms;
        harness.setProcessingTime(nowMs);
    }

    public void prepareSnapshot(long checkpointId) throws Exception {
        harness.prepareSnapshotPreBarrier(checkpointId);
    }

    /** Takes a checkpoint. */
    public OperatorSubtaskState snapshot(long checkpointId) throws Exception {
        return harness.snapshot(checkpointId, nowMs);
    }

    void watermark(long timestampMs) throws Exception {
        harness.processWatermark(timestampMs);
    }

    /** The end of the input. */
    void finish() throws Exception {
        harness.getOperator().finish();
    }

    /** The records that wait have been read. */
    public void endBatch() throws Exception {
        process(RawRecord.END_OF_BATCH);
    }

    /** Returns the output since the last call. */
    public List<MatrixInput> output() {
        List<MatrixInput> values = harness.extractOutputValues();
        harness.getOutput().clear();
        return values;
    }

    long gauge(String name) {
        return metrics.gauge(name).longValue();
    }

    @Override
    public void close() throws Exception {
        harness.close();
        environment.close();
    }

    static final class FakeEnds implements EndWatch, Serializable {
        private static final long serialVersionUID = 1L;

        private final HashMap<SourcePartition, Long> atEnd = new HashMap<>();
        private final HashMap<SourcePartition, Long> emptyTo = new HashMap<>();
        private HashMap<SourcePartition, Long> asked = new HashMap<>();

        @Override
        public void look(Map<SourcePartition, Long> nextOffsets) {
            asked = new HashMap<>(nextOffsets);
        }

        @Override
        public boolean isEnd(SourcePartition partition, long nextOffset) {
            return Long.valueOf(nextOffset).equals(atEnd.get(partition));
        }

        @Override
        public long emptyTo(SourcePartition partition, long nextOffset) {
            return emptyTo.getOrDefault(partition, nextOffset);
        }

        @Override
        public void close() {}
    }
}
