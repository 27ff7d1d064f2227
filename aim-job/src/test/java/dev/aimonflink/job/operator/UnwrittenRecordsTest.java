package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnwrittenRecordsTest {
    private final List<Long> written = new ArrayList<>();
    private final UnwrittenRecords records = new UnwrittenRecords(
            UnwrittenRecords.MOST_BYTES / 3, record -> written.add(record.key().number()));

    private EntityRecord put(long id) {
        EntityRecord record =
                new EntityRecord(EntityId.of(id), 1L, new int[0], new int[0], new long[0], Attributes.NONE);
        records.put(record);
        return record;
    }

    @Test
    void shouldWriteTheLeastRecentlyUsedWhenThereAreTooMany() {
        EntityRecord first = put(1);
        put(2);
        put(3);
        assertThat(written).isEmpty();
        assertThat(records.get(EntityId.of(1))).isSameAs(first);
        put(4);
        put(3);
        put(5);
        assertThat(written).containsExactly(2L, 1L);
        assertThat(records.get(EntityId.of(2))).isNull();
    }

    @Test
    void shouldWriteAllOnceBeforeASnapshotAndNoneThatIsRemoved() {
        put(1);
        put(2);
        put(1);
        records.remove(EntityId.of(2));
        records.writeAll();
        records.writeAll();
        assertThat(written).containsExactly(1L);
        assertThat(records.get(EntityId.of(1))).isNull();
    }

    @Test
    void shouldHoldOneAtLeastAndSomeThousandsAtMost() {
        UnwrittenRecords one = new UnwrittenRecords(Long.MAX_VALUE, record -> written.add(0L));
        one.put(put(1));
        assertThat(one.get(EntityId.of(1))).isNotNull();
        UnwrittenRecords many =
                new UnwrittenRecords(0, record -> written.add(record.key().number()));
        for (long id = 0; id <= UnwrittenRecords.MOST; id++) {
            many.put(new EntityRecord(EntityId.of(id), 1L, new int[0], new int[0], new long[0], Attributes.NONE));
        }
        assertThat(written).containsExactly(0L);
    }
}
