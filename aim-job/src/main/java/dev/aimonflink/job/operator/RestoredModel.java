package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelChange;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * Refuses another model's state before Flink restores any of it. Flink restores keyed state before operator state, so a key of another kind
 * would fail in Flink's words and at every restart, before the operator sees the state's model. The model is therefore read twice, but
 * nothing else is, and no file without a model is opened.
 */
final class RestoredModel {
    private RestoredModel() {}

    /**
     * Checks the state that an operator's task is about to restore.
     *
     * @throws SuppressRestartsException if it is of another model, because no restart helps
     */
    static void requireSameRows(Model present, StreamOperatorParameters<?> parameters) {
        StreamTask<?, ?> task = parameters.getContainingTask();
        Optional<OperatorSubtaskState> restored = task.getEnvironment()
                .getTaskStateManager()
                .getSubtaskJobManagerRestoredState(parameters.getStreamConfig().getOperatorID());
        if (restored.isPresent()) {
            requireSameRows(
                    present,
                    restored.get().getManagedOperatorState(),
                    task.getUserCodeClassLoader(),
                    task.getExecutionConfig());
        }
    }

    static void requireSameRows(
            Model present, Collection<OperatorStateHandle> restored, ClassLoader classes, ExecutionConfig config) {
        List<OperatorStateHandle> models = restored.stream()
                .filter(RestoredModel::hasModel)
                .map(RestoredModel::modelsOf)
                .toList();
        if (models.isEmpty()) {
            return;
        }
        try (CloseableRegistry streams = new CloseableRegistry();
                DefaultOperatorStateBackend state =
                        new DefaultOperatorStateBackendBuilder(classes, config, false, models, streams).build()) {
            for (Model earlier : new SavedModels(state).restored()) {
                requireKept(new ModelChange(earlier, present));
            }
        } catch (SuppressRestartsException refused) {
            throw refused;
        } catch (Exception unreadable) {
            throw new IllegalStateException(
                    "The model in the state to restore cannot be read. Restore another savepoint or checkpoint, or"
                            + " start the job without one.",
                    unreadable);
        }
    }

    private static boolean hasModel(OperatorStateHandle file) {
        OperatorStateHandle.StateMetaInfo models =
                file.getStateNameToPartitionOffsets().get(SavedModels.NAME);
        return models != null && models.getOffsets().length > 0;
    }

    private static OperatorStateHandle modelsOf(OperatorStateHandle file) {
        return new OperatorStreamStateHandle(
                Map.of(SavedModels.NAME, file.getStateNameToPartitionOffsets().get(SavedModels.NAME)),
                file.getDelegateStateHandle());
    }

    private static void requireKept(ModelChange change) {
        if (!change.keepsRows()) {
            throw new SuppressRestartsException(new InvalidInputException(change.difference("the state to restore is")
                    + " Restore it with a model of the same entity and kind of key, whatever else is changed. Or start model="
                    + change.present().name() + " without this state, with another " + AimOptions.GROUP_ID.key()
                    + " and topics of its own."));
        }
    }
}
