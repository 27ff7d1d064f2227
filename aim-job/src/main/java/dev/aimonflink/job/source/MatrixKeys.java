package dev.aimonflink.job.source;

import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * Finds a key that each partition of the matrix owns. Messages to all partitions that have to keep their order with the
 * calls go the way of the calls, and that way is by key.
 */
final class MatrixKeys {
    private MatrixKeys() {}

    /** One key for each partition of the matrix behind the operator's keyed output. */
    static long[] behind(AbstractStreamOperator<?> operator) {
        var task = operator.getRuntimeContext().getTaskInfo();
        return of(
                partitionsBehind(operator, task.getNumberOfParallelSubtasks()), task.getMaxNumberOfParallelSubtasks());
    }

    /** The cluster may run the matrix with another parallelism than the readers, so the output itself is asked. */
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

    /** The lowest keys from zero on. */
    static long[] of(int partitions, int maxPartitions) {
        long[] keys = new long[partitions];
        boolean[] found = new boolean[partitions];
        int missing = partitions;
        for (long key = 0; missing > 0; key++) {
            int owner = KeyGroupRangeAssignment.assignKeyToParallelOperator(key, maxPartitions, partitions);
            if (!found[owner]) {
                found[owner] = true;
                keys[owner] = key;
                missing--;
            }
        }
        return keys;
    }
}
