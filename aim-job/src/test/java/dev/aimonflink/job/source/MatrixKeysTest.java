package dev.aimonflink.job.source;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MatrixKeysTest {
    private static final int MAX_PARALLELISM = 128;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 100, 127, 128})
    void shouldFindAKeyThatEachPartitionOwns(int partitions) {
        for (boolean isText : new boolean[] {false, true}) {
            List<EntityId> keys = MatrixKeys.of(new EntityKey("id", isText), partitions, MAX_PARALLELISM);
            assertThat(keys).hasSize(partitions);
            for (int partition = 0; partition < partitions; partition++) {
                assertThat(keys.get(partition).isText()).isEqualTo(isText);
                assertThat(KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                keys.get(partition).value(), MAX_PARALLELISM, partitions))
                        .isEqualTo(partition);
            }
        }
    }
}
