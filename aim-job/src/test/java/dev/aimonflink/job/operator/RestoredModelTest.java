package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThatCode;

class RestoredModelTest {
    private static final Model CALLS = PresetModels.named("aim-42");
    private static final int MAX_STATE_BYTES = 1 << 20;

    private static DefaultOperatorStateBackend backend(CloseableRegistry streams) throws Exception {
        return new DefaultOperatorStateBackendBuilder(
                        RestoredModelTest.class.getClassLoader(), new ExecutionConfig(), false, List.of(), streams)
                .build();
    }

    /** The state of an operator whose model is written so. */
    private static OperatorStateHandle state(String... model) throws Exception {
        try (CloseableRegistry streams = new CloseableRegistry();
                DefaultOperatorStateBackend backend = backend(streams)) {
            backend.getUnionListState(new ListStateDescriptor<>("model", StringSerializer.INSTANCE))
                    .update(List.of(model));
            backend.getUnionListState(new ListStateDescriptor<>("progress", StringSerializer.INSTANCE))
                    .update(List.of("places"));
            var snapshot = backend.snapshot(
                    1,
                    1,
                    new MemCheckpointStreamFactory(MAX_STATE_BYTES),
                    CheckpointOptions.forCheckpointWithDefaultLocation());
            snapshot.run();
            SnapshotResult<OperatorStateHandle> result = snapshot.get();
            return result.getJobManagerOwnedSnapshot();
        }
    }

    private static void restore(OperatorStateHandle... state) {
        RestoredModel.requireSameRows(
                CALLS, List.of(state), RestoredModelTest.class.getClassLoader(), new ExecutionConfig());
    }

    @Test
    void shouldTakeTheStateOfTheSameRows() throws Exception {
        OperatorStateHandle state = state(ModelFile.text(PresetModels.named("aim-546")));
        assertThatCode(() -> restore(state)).doesNotThrowAnyException();
    }

    /** All partitions read the files of all, so that would be as many as the square of their number. */
    @Test
    void shouldOpenNoFileWithoutAModel() throws Exception {
        OperatorStateHandle file = state();
        OperatorStateHandle other = new OperatorStreamStateHandle(
                file.getStateNameToPartitionOffsets(), new ByteStreamStateHandle("other", new byte[0]) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public FSDataInputStream openInputStream() throws IOException {
                        throw new IOException("It has no model.");
                    }
                });
        OperatorStateHandle first = state(ModelFile.text(CALLS));
        assertThatCode(() -> restore(first, other)).doesNotThrowAnyException();
    }

    @Test
    void shouldReadTheModelAloneOfAFile() throws Exception {
        OperatorStateHandle first = state(ModelFile.text(CALLS));
        byte[] bytes = first.openInputStream().readAllBytes();
        int at = (int) first.getStateNameToPartitionOffsets().get("progress").getOffsets()[0];
        // A text that is longer than the file.
        bytes[at] = -1;
        bytes[at + 1] = Byte.MAX_VALUE;
        OperatorStateHandle damaged = new OperatorStreamStateHandle(
                first.getStateNameToPartitionOffsets(), new ByteStreamStateHandle("damaged", bytes));
        assertThatCode(() -> restore(damaged)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseTheStateOfOtherRows() throws Exception {
        OperatorStateHandle state = state(ModelFile.bare(CALLS).replace("entity: subscriber", "entity: card"));
        assertFails(SuppressRestartsException.class, () -> restore(state))
                .hasRootCauseMessage("model=aim_42 has the entity 'subscriber' with numbers as keys, but the state to"
                        + " restore is of model=aim_42, which has the entity 'card' with numbers as keys. Restore it with"
                        + " a model of the same entity and kind of key, whatever else is changed. Or start model=aim_42"
                        + " without this state, with another aim.kafka.group-id and topics of its own.");
    }

    @Test
    void shouldSayWhatToDoWithAModelThatCannotBeRead() throws Exception {
        OperatorStateHandle state = state("model: [");
        assertFails(IllegalStateException.class, () -> restore(state))
                .hasMessage("The model in the state to restore cannot be read. Restore another savepoint or checkpoint,"
                        + " or start the job without one.");
    }
}
