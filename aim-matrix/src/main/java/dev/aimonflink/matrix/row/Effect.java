package dev.aimonflink.matrix.row;

/** The effect of an event or a profile. */
public enum Effect {
    /** It counts, but an event may be late for some windows: see {@link RowWriter#lateEvents}. */
    APPLIED,
    /** It is older than every window. Nothing changed. */
    LATE,
    /**
     * A count or a sum of its entity has no room for it: see {@link RowWriter#overflow}. Only the windows of the record turned, by
     * which later events are judged; a caller that has the record stores it.
     */
    OVERFLOW,
    /** Its entity would be one more than the {@link RowLimits} allow. Nothing changed. */
    FULL,
    /** It clears the profile of an entity that has no row. Nothing changed. */
    IGNORED,
    /**
     * It clears the profile of an entity that is idle for too long. The row is gone; the caller removes the
     * record.
     */
    FORGOTTEN
}
