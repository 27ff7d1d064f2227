package dev.aimonflink.job.source;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MatrixKeysTest {
    private static final int MAX_PARALLELISM = 128;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 100, 127, 128})
    void shouldFindAKeyThatEachPartitionOwns(int partitions) {
        long[] keys = MatrixKeys.of(partitions, MAX_PARALLELISM);
        assertThat(keys).hasSize(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            assertThat(KeyGroupRangeAssignment.assignKeyToParallelOperator(
                            keys[partition], MAX_PARALLELISM, partitions))
                    .isEqualTo(partition);
        }
    }
}
