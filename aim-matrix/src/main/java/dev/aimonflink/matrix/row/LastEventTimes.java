package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.record.EntityRecord;

/**
 * When each row's entity had its last event, in seconds. It is kept beside the columns once asked for; for an entity without an event since
 * then, the record is read.
 */
public final class LastEventTimes {
    /** Idle time of an entity that never had an event. */
    public static final int NEVER = Integer.MIN_VALUE;

    private static final long SECOND_MS = 1_000;

    private static final int UNKNOWN = 0;
    private static final int NONE = -1;

    /** Unsigned seconds from 1970 on, plus one. */
    private final RowInts seconds = new RowInts();

    void set(int row, EntityRecord record) {
        final long timeMs = record.lastEventMs();
        seconds.set(row, timeMs == EntityRecord.NO_EVENT ? NONE : (int) (timeMs / SECOND_MS + 1));
    }

    void remove(int row, int last) {
        seconds.remove(row, last);
    }

    /** Whether a row's record has to be read. */
    public boolean isUnknown(int row) {
        return seconds.get(row) == UNKNOWN;
    }

    /** For how many whole seconds an entity has been idle, or {@link #NEVER}. */
    public static int idleSeconds(EntityRecord record, long nowMs) {
        return record.lastEventMs() == EntityRecord.NO_EVENT
                ? NEVER
                : between(record.lastEventMs() / SECOND_MS, nowMs / SECOND_MS);
    }

    /** Likewise for some rows, as far as known. */
    public void idleSeconds(int from, int rows, long nowMs, int[] into) {
        final long now = nowMs / SECOND_MS;
        for (int i = 0; i < rows; i++) {
            final int last = seconds.get(from + i);
            into[i] = last == NONE || last == UNKNOWN ? NEVER : between(Integer.toUnsignedLong(last) - 1, now);
        }
    }

    private static int between(long last, long now) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, now - last));
    }
}
