package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HeldRecordsTest {
    private final HeldRecords held = new HeldRecords();

    private static DeclaredEvent of(long subscriberId) {
        return CallModel.event(new Event(subscriberId, 1, 1, 1, false));
    }

    private static EntityRecord recordOf(long subscriberId) {
        return new EntityRecord(EntityId.of(subscriberId), 0L, new int[0], new int[0], new long[0], Attributes.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, HeldRecords.PAGE_ROWS - 1, HeldRecords.PAGE_ROWS, 7 * HeldRecords.PAGE_ROWS + 5})
    void shouldReturnTheRecordThatItKeeps(int row) {
        EntityRecord record = recordOf(7);
        assertThat(held.get(row, of(7))).isNull();
        held.put(row, record);
        assertThat(held.get(row, of(7))).isSameAs(record);
        assertThat(held.get(row + 1, of(7))).isNull();
        assertThat(held.get(row + HeldRecords.PAGE_ROWS, of(7))).isNull();
    }

    @Test
    void shouldReturnNoRecordOfAnotherSubscriberWhoseRowItWas() {
        held.put(5, recordOf(7));
        assertThat(held.get(5, of(8))).isNull();
        EntityRecord other = recordOf(8);
        held.put(5, other);
        assertThat(held.get(5, of(8))).isSameAs(other);
        assertThat(held.get(5, of(7))).isNull();
    }

    @Test
    void shouldDropAllWhenASnapshotBegins() {
        held.put(5, recordOf(7));
        held.put(HeldRecords.PAGE_ROWS, recordOf(8));
        held.dropAll();
        assertThat(held.get(5, of(7))).isNull();
        assertThat(held.get(HeldRecords.PAGE_ROWS, of(8))).isNull();
        EntityRecord again = recordOf(7);
        held.put(5, again);
        assertThat(held.get(5, of(7))).isSameAs(again);
    }

    @Test
    void shouldNotReturnARemovedRecordToASubscriberThatCameBackInWhicheverRow() {
        EntityRecord removed = recordOf(7);
        EntityRecord kept = recordOf(8);
        held.put(5, removed);
        held.put(6, kept);
        held.drop(EntityId.of(7));
        assertThat(held.get(5, of(7))).isNull();
        assertThat(held.get(6, of(8))).isSameAs(kept);
        // The subscriber has a new record in another row, and moves to its old one.
        held.put(9, recordOf(7));
        assertThat(held.get(5, of(7))).isNull();
        held.dropAll();
        EntityRecord fresh = recordOf(7);
        held.put(5, fresh);
        assertThat(held.get(5, of(7))).isSameAs(fresh);
    }

    @Test
    void shouldRememberSoManyRemovedOnesAndDropAllWithOneMore() {
        EntityRecord kept = recordOf(-1);
        held.put(5, kept);
        for (int id = 0; id < HeldRecords.MAX_REMOVED; id++) {
            held.put(6, recordOf(id));
            held.drop(EntityId.of(id));
            assertThat(held.get(6, of(id))).isNull();
        }
        assertThat(held.get(5, of(-1))).isSameAs(kept);
        held.drop(EntityId.of(HeldRecords.MAX_REMOVED));
        assertThat(held.get(5, of(-1))).isNull();
        held.put(5, kept);
        assertThat(held.get(5, of(-1))).isSameAs(kept);
    }
}
