package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A snapshot that is written while calls go on has every record as it was when the snapshot began. */
@SuppressWarnings("try") // close() throws any exception, as Flink declares it
class SnapshotUnderWayTest {
    private static final int SUBSCRIBERS = 60;
    private static final int ROUNDS = 6;
    private static final int STEPS_OF_A_ROUND = 150;
    private static final int MAX_BYTES = 64 * 1024 * 1024;
    private static final long NOW_MS = 1_795_132_800_000L;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 5);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHoldTheRecordsOfItsBeginningOnTheHeap(long seed) throws Exception {
        run(seed, new HashMapStateBackend());
    }

    @Test
    void shouldHoldTheRecordsOfItsBeginningOnRocksDb() throws Exception {
        run(7, new EmbeddedRocksDBStateBackend());
    }

    /** A snapshot whose background part has not run yet. */
    private record UnderWay(OperatorSnapshotFutures futures, Map<Long, String> records) {}

    private static void run(long seed, StateBackend backend) throws Exception {
        Random random = new Random(seed);
        List<UnderWay> underWay = new ArrayList<>();
        try (MatrixHarness matrix = harness(backend)) {
            matrix.open();
            for (int round = 1; round <= ROUNDS; round++) {
                change(matrix, random);
                Map<Long, String> records = recordsOf(matrix);
                OperatorSnapshotFutures futures = matrix.getOperator()
                        .snapshotState(
                                round,
                                NOW_MS,
                                CheckpointOptions.forCheckpointWithDefaultLocation(),
                                new MemCheckpointStreamFactory(MAX_BYTES));
                underWay.add(new UnderWay(futures, records));
                change(matrix, random);
                // Sometimes the next snapshot begins before this one is written.
                if (random.nextBoolean()) {
                    finish(underWay, backend, seed);
                }
            }
            finish(underWay, backend, seed);
        }
    }

    private static MatrixHarness harness(StateBackend backend) throws Exception {
        return new MatrixHarness(TestSettings.with(), backend, 0, 1);
    }

    private static void change(MatrixHarness matrix, Random random) throws Exception {
        for (int step = 0; step < STEPS_OF_A_ROUND; step++) {
            switch (random.nextInt(10)) {
                case 0 -> matrix.process(new MatrixInput.Forget(EntityId.of(random.nextInt(SUBSCRIBERS))));
                case 1, 2 -> matrix.process(CallMessages.of(List.of(call(random))));
                default -> matrix.process(chunk(random));
            }
            // Rows of the forgotten are removed, and others move.
            matrix.drain();
        }
    }

    private static MatrixInput chunk(Random random) {
        List<DeclaredEvent> calls = new ArrayList<>();
        for (int left = 2 + random.nextInt(20); left > 0; left--) {
            calls.add(call(random));
        }
        return CallMessages.of(calls);
    }

    private static DeclaredEvent call(Random random) {
        Event event = new Event(
                random.nextInt(SUBSCRIBERS), NOW_MS, random.nextInt(1_000), random.nextInt(100), random.nextBoolean());
        return CallModel.event(event);
    }

    private static void finish(List<UnderWay> underWay, StateBackend backend, long seed) throws Exception {
        for (UnderWay each : underWay) {
            OperatorSubtaskState state =
                    OperatorSnapshotFinalizer.create(each.futures).getJobManagerOwnedState();
            try (MatrixHarness restored = harness(backend)) {
                restored.initializeState(state);
                restored.open();
                assertThat(recordsOf(restored)).as("seed=%d", seed).isEqualTo(each.records);
            }
        }
        underWay.clear();
    }

    /** The stored records, in their stored form. */
    private static Map<Long, String> recordsOf(MatrixHarness matrix) throws Exception {
        KeyedRecords stored = ((AnalyticsMatrixOperator) matrix.getOperator()).keyedRecords();
        Map<Long, String> records = new TreeMap<>();
        for (long id = 0; id < SUBSCRIBERS; id++) {
            EntityRecord record = stored.find(EntityId.of(id));
            if (record != null) {
                records.put(id, written(record));
            }
        }
        return records;
    }

    private static String written(EntityRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordCodec.write(record, new DataOutputStream(bytes));
        return HexFormat.of().formatHex(bytes.toByteArray());
    }
}
