package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RecordFormat;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which snapshots of the operator are paced. The test's thread writes them, with a clock of its own. */
class CheckpointPacingTest {
    private static final long SEED = 20261122;
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int SUBSCRIBERS = 100;
    private static final int MAX_STATE_BYTES = 1 << 20;
    private static final Duration BUDGET = Duration.ofSeconds(150);

    /** Each row is a stint, so the writer parks after each but the first. */
    private final FakeWriterTime writer = new FakeWriterTime(SnapshotPace.STINT_NANOS);

    private final List<MatrixHarness> opened = new ArrayList<>();
    private int checkpoints;

    @AfterEach
    void close() throws Exception {
        for (MatrixHarness each : opened) {
            each.close();
        }
    }

    static Stream<SnapshotType> checkpointTypes() {
        return Stream.of(CheckpointType.CHECKPOINT, CheckpointType.FULL_CHECKPOINT);
    }

    static Stream<SnapshotType> savepointTypes() {
        return Stream.of(SavepointFormatType.values())
                .flatMap(format -> Stream.of(
                        SavepointType.savepoint(format),
                        SavepointType.suspend(format),
                        SavepointType.terminate(format)));
    }

    private CheckpointPacing pacing(double share) {
        return new CheckpointPacing(share, BUDGET, writer.time());
    }

    private MatrixHarness matrix(StateBackend backend, double share, OperatorSubtaskState restored) throws Exception {
        MatrixHarness matrix = new MatrixHarness(
                new ClockedMatrix(TestSettings.with(), NanoClock.SYSTEM, pacing(share)), Types.LONG, backend, 0, 1);
        opened.add(matrix);
        if (restored != null) {
            matrix.initializeState(restored);
        }
        matrix.open();
        return matrix;
    }

    private MatrixHarness matrixOnHeap(double share) throws Exception {
        MatrixHarness matrix = matrix(new HashMapStateBackend(), share, null);
        callOfEach(matrix);
        return matrix;
    }

    private static void callOfEach(MatrixHarness matrix) throws Exception {
        for (long id = 0; id < SUBSCRIBERS; id++) {
            matrix.process(CallMessages.of(new Event(id, NOON_MS, 60, 1.5f, false), 0, 0));
        }
    }

    private OperatorSubtaskState snapshot(MatrixHarness matrix, SnapshotType type) throws Exception {
        OperatorSubtaskState state =
                matrix.snapshotWithLocalState(++checkpoints, 0, type).getJobManagerOwnedState();
        matrix.notifyOfCompletedCheckpoint(checkpoints);
        return state;
    }

    private int parks() {
        int parks = writer.parksNanos().size();
        writer.parksNanos().clear();
        return parks;
    }

    @ParameterizedTest
    @MethodSource("checkpointTypes")
    void shouldPaceACheckpointOnTheHeap(SnapshotType type) throws Exception {
        snapshot(matrixOnHeap(0.25), type);
        assertThat(writer.parksNanos()).hasSize(SUBSCRIBERS - 1).allMatch(nanos -> nanos > SnapshotPace.STINT_NANOS);
    }

    @ParameterizedTest
    @MethodSource("savepointTypes")
    void shouldNotPaceASavepoint(SnapshotType type) throws Exception {
        MatrixHarness matrix = matrixOnHeap(0.25);
        snapshot(matrix, type);
        assertThat(parks()).isZero();
        snapshot(matrix, CheckpointType.CHECKPOINT);
        assertThat(parks()).as("a checkpoint after it").isEqualTo(SUBSCRIBERS - 1);
        snapshot(matrix, type);
        assertThat(parks()).as("a savepoint after a checkpoint").isZero();
    }

    @Test
    void shouldNotPaceACheckpointAtFullSpeed() throws Exception {
        snapshot(matrixOnHeap(1), CheckpointType.CHECKPOINT);
        assertThat(parks()).isZero();
    }

    @Test
    void shouldNeverPaceWhatRocksDbSerialises() throws Exception {
        boolean incremental = true;
        for (StateBackend backend :
                List.of(new EmbeddedRocksDBStateBackend(), new EmbeddedRocksDBStateBackend(incremental))) {
            MatrixHarness matrix = matrix(backend, 0.25, null);
            callOfEach(matrix);
            snapshot(matrix, CheckpointType.CHECKPOINT);
            callOfEach(matrix);
            snapshot(matrix, CheckpointType.FULL_CHECKPOINT);
            assertThat(parks()).isZero();
        }
    }

    @Test
    void shouldPaceNeitherCopiesNorARestore() throws Exception {
        MatrixHarness matrix = matrixOnHeap(0.25);
        OperatorSnapshotFutures pending = matrix.getOperator()
                .snapshotState(
                        ++checkpoints,
                        0,
                        CheckpointOptions.forCheckpointWithDefaultLocation(),
                        new MemCheckpointStreamFactory(MAX_STATE_BYTES));
        callOfEach(matrix);
        assertThat(parks())
                .as("records copied because the checkpoint still needs them")
                .isZero();
        pending.cancel();
        OperatorSubtaskState state = snapshot(matrix, CheckpointType.CHECKPOINT);
        parks();
        MatrixHarness restored = matrix(new HashMapStateBackend(), 0.25, state);
        assertThat(restored.storedRecords()).isEqualTo(SUBSCRIBERS);
        callOfEach(restored);
        assertThat(parks()).as("a restore").isZero();
        snapshot(restored, CheckpointType.CHECKPOINT);
        assertThat(parks()).as("a checkpoint after the restore").isEqualTo(SUBSCRIBERS - 1);
    }

    @Test
    void shouldRestoreAPacedCheckpointLikeASavepoint() throws Exception {
        RandomCalls calls = new RandomCalls(new Random(SEED), ZoneOffset.UTC, LocalDate.of(2026, 11, 18), SUBSCRIBERS);
        MatrixHarness matrix = matrix(new HashMapStateBackend(), 0.25, null);
        for (int i = 0; i < 10 * SUBSCRIBERS; i++) {
            matrix.process(CallMessages.of(calls.call(), 0, 0));
        }
        OperatorSubtaskState paced = snapshot(matrix, CheckpointType.CHECKPOINT);
        assertThat(parks()).isPositive();
        OperatorSubtaskState unpaced = snapshot(matrix, SavepointType.savepoint(SavepointFormatType.NATIVE));
        assertThat(parks()).isZero();
        assertThat(recordsOf(matrix(new HashMapStateBackend(), 0.25, paced)))
                .as("seed=%d", SEED)
                .isNotEmpty()
                .isEqualTo(recordsOf(matrix(new HashMapStateBackend(), 1, unpaced)));
    }

    private static List<EntityRecord> recordsOf(MatrixHarness matrix) throws Exception {
        ValueState<EntityRecord> records = matrix.getOperator()
                .getRuntimeContext()
                .getState(KeyedRecords.descriptor(new CheckpointPacing(1, BUDGET, SnapshotPace.Time.SYSTEM)));
        List<EntityRecord> all = new ArrayList<>();
        for (long id = 0; id < SUBSCRIBERS; id++) {
            matrix.getOperator().setCurrentKey(id);
            all.add(records.value());
        }
        return all;
    }

    @Test
    void shouldGiveEachSnapshotAPaceOfItsOwn() throws Exception {
        CheckpointPacing pacing = pacing(0.25);
        TypeSerializer<EntityRecord> serializer = new RecordSerializer(pacing);
        assertThat(serializer.duplicate()).as("no snapshot begins").isSameAs(serializer);
        pacing.open(SUBSCRIBERS);
        SnapshotPace first = pacing.openOrNull();
        TypeSerializer<EntityRecord> ofFirst = serializer.duplicate();
        pacing.close();
        assertThat(pacing.openOrNull()).isNull();
        assertThat(serializer.duplicate()).as("the snapshot has begun").isSameAs(serializer);
        pacing.open(SUBSCRIBERS);
        assertThat(pacing.openOrNull()).isNotSameAs(first);
        TypeSerializer<EntityRecord> ofSecond = serializer.duplicate();
        pacing.close();
        for (TypeSerializer<EntityRecord> each : List.of(ofFirst, ofSecond)) {
            assertThat(parksOf(each)).isEqualTo(SUBSCRIBERS - 1);
            assertThat(parksOf(each.duplicate()))
                    .as("another use of the duplicate")
                    .isZero();
        }
        assertThat(parksOf(serializer)).isZero();
    }

    private int parksOf(TypeSerializer<EntityRecord> serializer) throws Exception {
        EntityRecord record =
                new EntityRecord(EntityId.of(1), 2L, new int[1], new int[2], new long[3], Attributes.NONE);
        DataOutputSerializer out = new DataOutputSerializer(64);
        for (int i = 0; i < SUBSCRIBERS; i++) {
            serializer.serialize(serializer.copy(record), out);
        }
        return parks();
    }

    @Test
    void shouldBeTheSerializerThatSavepointsKnow() throws Exception {
        CheckpointPacing pacing = pacing(0.25);
        TypeSerializer<EntityRecord> known = new MessageSerializer<>(new RecordFormat());
        RecordSerializer serializer = new RecordSerializer(pacing);
        pacing.open(SUBSCRIBERS);
        for (TypeSerializer<EntityRecord> each :
                List.of(serializer, serializer.duplicate(), InstantiationUtil.clone(serializer))) {
            assertThat(each).isEqualTo(known).hasSameHashCodeAs(known);
            assertThat(known).isEqualTo(each);
            assertThat(each.snapshotConfiguration()).hasSameClassAs(known.snapshotConfiguration());
            assertThat(each.snapshotConfiguration().restoreSerializer()).hasSameClassAs(known);
            assertThat(each.snapshotConfiguration()
                            .resolveSchemaCompatibility(known.snapshotConfiguration())
                            .isCompatibleAsIs())
                    .isTrue();
        }
        assertThat(parksOf(InstantiationUtil.clone(serializer).duplicate())).isZero();
    }

    @Test
    void shouldDescribeItselfForTheLog() {
        assertThat(pacing(0.25))
                .hasToString("by a thread with at most 25% of a core, unless it needs more to end within 150.0 s");
        assertThat(pacing(1)).hasToString("at full speed");
    }
}
