package dev.aimonflink.matrix.row;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowIndexTest {
    private final RowIndex index = new RowIndex();

    @Test
    void shouldFindNoRowOfAnUnknownId() {
        assertThat(index.get(7)).isEqualTo(RowIndex.NO_ROW);
        assertThat(index.get(0)).isEqualTo(RowIndex.NO_ROW);
    }

    @Test
    void shouldFindTheRowOfAnyId() {
        Random random = new Random(1);
        Map<Long, Integer> rows = new HashMap<>();
        for (long id : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            rows.put(id, rows.size());
        }
        for (long id = 1_000_000; id < 1_050_000; id++) {
            rows.put(id, rows.size());
        }
        for (int i = 0; i < 50_000; i++) {
            rows.putIfAbsent(random.nextLong(), rows.size());
        }
        rows.forEach(index::put);
        rows.forEach((id, row) -> assertThat(index.get(id)).as("id %d", id).isEqualTo(row));
    }
}
