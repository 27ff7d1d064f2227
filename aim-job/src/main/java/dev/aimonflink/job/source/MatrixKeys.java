package dev.aimonflink.job.source;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * Finds a key for each partition of the matrix, because a message to all of them that must keep its order with the events is sent by key,
 * like these.
 */
final class MatrixKeys {
    private MatrixKeys() {}

    static List<EntityId> behind(AbstractStreamOperator<?> operator, EntityKey key) {
        var task = operator.getRuntimeContext().getTaskInfo();
        return of(
                key,
                partitionsBehind(operator, task.getNumberOfParallelSubtasks()),
                task.getMaxNumberOfParallelSubtasks());
    }

    /** Asks the output, because the matrix may run with another parallelism than the readers. */
    private static int partitionsBehind(AbstractStreamOperator<?> operator, int otherwise) {
        StreamTask<?, ?> task = operator.getContainingTask();
        List<NonChainedOutput> outputs =
                task.getConfiguration().getVertexNonChainedOutputs(operator.getUserCodeClassloader());
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i).getPartitioner() instanceof KeyGroupStreamPartitioner) {
                return task.getEnvironment().getWriter(i).getNumberOfSubpartitions();
            }
        }
        return otherwise;
    }

    /** For each partition, the lowest number from zero on that is its key, perhaps as a text. */
    static List<EntityId> of(EntityKey key, int partitions, int maxPartitions) {
        EntityId[] keys = new EntityId[partitions];
        int missing = partitions;
        for (long number = 0; missing > 0; number++) {
            EntityId candidate = key.isText() ? EntityId.of(Long.toString(number)) : EntityId.of(number);
            int owner =
                    KeyGroupRangeAssignment.assignKeyToParallelOperator(candidate.value(), maxPartitions, partitions);
            if (keys[owner] == null) {
                keys[owner] = candidate;
                missing--;
            }
        }
        return List.of(keys);
    }
}
