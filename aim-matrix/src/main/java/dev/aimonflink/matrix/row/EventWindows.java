package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.function.Supplier;

/**
 * The windows in which an event is judged: those of its Kafka partition's time, but none before the record's own. So an event's fate
 * depends on its Kafka partition alone, however the matrix reads several of them.
 *
 * <p>Nearly always they are the matrix's present windows; others are cached, because the calendar is slow.
 */
final class EventWindows {
    /** By the last bits of the Kafka partition's number; collisions cost time. */
    private static final int KEPT = 1 << 10;

    /** By the last bits of the windows' numbers. */
    private static final int KEPT_OF_RECORDS = 1 << 6;

    private final WindowClock now;
    private final Supplier<WindowClock> newClock;
    private final WindowClock[] ofPartitions = new WindowClock[KEPT];

    /** For records that were ahead of their event's Kafka partition. */
    private final WindowClock[] ofRecords = new WindowClock[KEPT_OF_RECORDS];

    /** @param now the clock of the matrix, which is never behind an event's */
    EventWindows(WindowClock now, Supplier<WindowClock> newClock) {
        this.now = now;
        this.newClock = newClock;
    }

    WindowClock of(DeclaredEvent event, EntityRecord record) {
        if (now.isOf(event.clockMs())) {
            return now;
        }
        final WindowClock ofPartition = ofPartition(event.partition() & KEPT - 1, event.clockMs());
        return record.isAheadOf(ofPartition) ? notBefore(record.windowNumbers(), ofPartition) : ofPartition;
    }

    private WindowClock ofPartition(int place, long timeMs) {
        WindowClock known = ofPartitions[place];
        if (known != null && known.isOf(timeMs)) {
            return known;
        }
        if (known == null || timeMs < known.nowMs()) {
            known = newClock.get();
            ofPartitions[place] = known;
        }
        known.advance(timeMs);
        return known;
    }

    private WindowClock notBefore(int[] ofRecord, WindowClock ofPartition) {
        int sum = 0;
        for (int window = 0; window < ofRecord.length; window++) {
            sum += Math.max(ofRecord[window], ofPartition.number(window));
        }
        final int place = sum & KEPT_OF_RECORDS - 1;
        final WindowClock known = ofRecords[place];
        for (int window = 0; window < ofRecord.length; window++) {
            if (known == null || known.number(window) != Math.max(ofRecord[window], ofPartition.number(window))) {
                ofRecords[place] = ofPartition.notBefore(ofRecord);
                break;
            }
        }
        return ofRecords[place];
    }
}
