package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastEventTimesTest {
    private static final MatrixSchema SCHEMA = CallModel.schema(CallModel.DEFAULT_AGGREGATES);

    private final LastEventTimes lastEvents = new LastEventTimes();

    private static EntityRecord recordOf(long lastMs) {
        EntityRecord record = EntityRecord.empty(
                EntityId.of(7),
                SCHEMA.fingerprint(),
                SCHEMA.layout(),
                SCHEMA.windows().size());
        record.lastEventMs(lastMs);
        return record;
    }

    private int idle(int row, long nowMs) {
        int[] idle = new int[1];
        lastEvents.idleSeconds(row, 1, nowMs, idle);
        return idle[0];
    }

    @Test
    void shouldCountWholeSecondsAndNeverLessThanNone() {
        lastEvents.set(0, recordOf(10_999));
        assertThat(idle(0, 10_999)).isZero();
        assertThat(idle(0, 12_000)).isEqualTo(2);
        assertThat(idle(0, 5_000)).as("an event that is ahead").isZero();
        assertThat(LastEventTimes.idleSeconds(recordOf(10_999), 12_000)).isEqualTo(2);
    }

    @Test
    void shouldKnowWhoNeverHadAnEventAndWhoseRecordHasToBeRead() {
        assertThat(lastEvents.isUnknown(3)).isTrue();
        lastEvents.set(3, recordOf(EntityRecord.NO_EVENT));
        assertThat(lastEvents.isUnknown(3)).isFalse();
        assertThat(lastEvents.isUnknown(2)).isTrue();
        assertThat(idle(3, 12_000)).isEqualTo(LastEventTimes.NEVER);
        assertThat(idle(2, 12_000)).isEqualTo(LastEventTimes.NEVER);
        lastEvents.set(3, recordOf(0));
        assertThat(idle(3, 12_000)).as("since 1970").isEqualTo(12);
    }

    @Test
    void shouldKnowTimesBeyondTheSignOfAnInt() {
        long in2099Ms = 4_100_000_000_000L;
        lastEvents.set(0, recordOf(in2099Ms));
        assertThat(idle(0, in2099Ms + 5_000)).isEqualTo(5);
    }

    @Test
    void shouldFollowRowsThatAreRemoved() {
        int last = Block.ROWS;
        lastEvents.set(5, recordOf(1_000));
        lastEvents.set(last, recordOf(9_000));
        lastEvents.remove(5, last);
        assertThat(idle(5, 10_000)).isEqualTo(1);
        assertThat(lastEvents.isUnknown(last)).isTrue();
        lastEvents.remove(5, 5);
        assertThat(lastEvents.isUnknown(5)).isTrue();
    }
}
