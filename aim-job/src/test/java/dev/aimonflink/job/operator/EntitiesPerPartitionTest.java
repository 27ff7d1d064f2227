package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.setup.Catalogues;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EntitiesPerPartitionTest {
    private static ColumnSet columns(int aggregates) {
        MatrixSchema schema = CallModel.schema(aggregates);
        return new ColumnSet(schema, Catalogues.scannedColumns(schema));
    }

    @Test
    void shouldShareAGivenNumberAmongThePartitions() {
        EntitiesPerPartition limit = EntitiesPerPartition.given(1_000_000, 3);
        assertThat(limit.rows()).isEqualTo(333_334);
        assertThat(limit).hasToString("333334 = aim.matrix.max-entities=1000000 / 3 partitions");
        assertThat(EntitiesPerPartition.given(Long.MAX_VALUE / 2, 1).rows()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldComputeWhatFitsTheHeap() {
        EntitiesPerPartition limit = EntitiesPerPartition.ofHeap(8L << 30, 2, columns(546), true);
        assertThat(limit)
                .hasToString(limit.rows() + " = 70% of 8192 MiB of heap / 2 partitions / 3546 bytes (a record 3428, its"
                        + " columns 118); set aim.matrix.max-entities to choose another limit");
        assertThat(limit.rows()).isEqualTo((int) ((8L << 30) / 100 * 70 / 2 / 3546));
    }

    @Test
    void shouldCountTheColumnsAloneWhereRecordsAreNotOnTheHeap() {
        assertThat(EntitiesPerPartition.ofHeap(1L << 30, 1, columns(546), false).rows())
                .isEqualTo((int) ((1L << 30) / 100 * 70 / 118));
    }

    /** Columns that are asked go before entities meet the limit. */
    @Test
    void shouldLeaveBytesBesideEntitiesUntilFewMoreFit() {
        EntitiesPerPartition limit = EntitiesPerPartition.ofHeap(8L << 30, 2, columns(546), true);
        assertThat(limit.bytesBeside(0)).isGreaterThan(limit.bytesBeside(limit.rows() / 2));
        assertThat(limit.bytesBeside(limit.rows() / 100 * 96)).isPositive();
        assertThat(limit.bytesBeside(limit.rows() / 100 * 98)).isZero();
        assertThat(EntitiesPerPartition.given(100, 1).bytesBeside(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldWarnOnceWhenItIsNearlyReached() {
        EntitiesPerPartition limit = EntitiesPerPartition.given(100, 1);
        assertThat(limit.isWarningDue(89)).isFalse();
        assertThat(limit.isWarningDue(90)).isTrue();
        assertThat(limit.isWarningDue(91)).isFalse();
    }
}
