package dev.aimonflink.bench.turns;

import dev.aimonflink.bench.world.EntityRecords;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.message.FlinkKeys;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RecordFormat;
import dev.aimonflink.local.LocalFlink;
import dev.aimonflink.local.RunningJob;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.record.EntityRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Runs an action in a task of Flink, with records in keyed state as the job has them. The task runs in this JVM and finds the
 * action by an id, because Flink copies operators.
 */
final class RocksDbTask {
    /** Longer than millions of records take to be written and read several times. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private static final Map<String, RocksDbTask> WAITING = new ConcurrentHashMap<>();

    private final Consumer<EntityRecords> action;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private RocksDbTask(Consumer<EntityRecords> action) {
        this.action = action;
    }

    /**
     * Returns when the action is done; throws what it threw.
     *
     * @param cluster settings of Flink, with its state backend
     * @param key that of the model
     */
    static void run(Configuration cluster, EntityKey key, Consumer<EntityRecords> action) {
        RocksDbTask task = new RocksDbTask(action);
        String id = UUID.randomUUID().toString();
        WAITING.put(id, task);
        try (LocalFlink flink = LocalFlink.start(1, 1, cluster)) {
            StreamExecutionEnvironment environment = flink.newEnvironment();
            boolean isText = key.isText();
            DataStream<MatrixInput> input = environment
                    .fromSequence(0, 0)
                    .map(number ->
                            (MatrixInput) new MatrixInput.Forget(isText ? EntityId.of("any") : EntityId.of(number)))
                    .returns(new MessageType<>(new MatrixInput.Format()));
            FlinkKeys.keyed(input, key)
                    .transform("turns", Types.LONG, new Operator(id))
                    .sinkTo(new DiscardingSink<>());
            task.await(flink.submit(environment, "turns"));
        } finally {
            WAITING.remove(id);
        }
    }

    private void await(RunningJob job) {
        if (!Waiting.until(() -> done.isDone() || job.status().isGloballyTerminalState(), LIMIT)) {
            throw new IllegalStateException("The turns in RocksDB took longer than " + LIMIT.toMinutes() + " min.");
        }
        if (!done.isDone()) {
            job.requireRunning();
        }
        done.join();
    }

    private void run(EntityRecords records) {
        try {
            action.accept(records);
            done.complete(null);
        } catch (RuntimeException failure) {
            done.completeExceptionally(failure);
        }
    }

    /** Runs the action at its first and only input. */
    private static final class Operator extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<MatrixInput, Long> {
        private static final long serialVersionUID = 1L;

        private final String id;

        Operator(String id) {
            this.id = id;
        }

        @Override
        public void processElement(StreamRecord<MatrixInput> input) {
            ValueState<EntityRecord> state = getRuntimeContext()
                    .getState(new ValueStateDescriptor<>("records", new MessageSerializer<>(new RecordFormat())));
            WAITING.get(id).run(new Keyed(this, state));
        }
    }

    /** The records of the operator. */
    private record Keyed(Operator operator, ValueState<EntityRecord> state) implements EntityRecords {
        @Override
        public EntityRecord find(EntityId key) {
            operator.setCurrentKey(key.value());
            try {
                return state.value();
            } catch (IOException e) {
                throw new UncheckedIOException("The record of " + key + " cannot be read.", e);
            }
        }

        @Override
        public void store(EntityRecord record) {
            operator.setCurrentKey(record.key().value());
            try {
                state.update(record);
            } catch (IOException e) {
                throw new UncheckedIOException("The record of " + record.key() + " cannot be written.", e);
            }
        }
    }
}
