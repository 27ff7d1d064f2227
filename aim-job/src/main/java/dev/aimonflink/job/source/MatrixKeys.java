package dev.aimonflink.job.source;

import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * Finds a key for each partition of the matrix. A message to all partitions that must keep its order with the calls is
 * sent by key, as the calls are.
 */
final class MatrixKeys {
    private MatrixKeys() {}

    /** Returns one key for each partition of the matrix behind the operator's keyed output. */
    static long[] behind(AbstractStreamOperator<?> operator) {
        var task = operator.getRuntimeContext().getTaskInfo();
        return of(
                partitionsBehind(operator, task.getNumberOfParallelSubtasks()), task.getMaxNumberOfParallelSubtasks());
    }

    /** Asks the output, because the cluster may run the matrix with another parallelism than the readers. */
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

    /** Returns the lowest key from zero on for each partition. */
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
