package dev.aimonflink.matrix.row;

/** The effect of an event or a profile. */
public enum Effect {
    /** The event counts, but may be late for some windows: see {@link RowWriter#lateEvents}. */
    APPLIED,
    /** The event is older than every window; nothing changed. */
    LATE,
    /**
     * A count or sum of its entity has no room for it: see {@link RowWriter#overflow}. Only the record's windows turned, by which later
     * events are judged; a caller that has the record stores it.
     */
    OVERFLOW,
    /** Its entity would exceed the {@link RowLimits}; nothing changed. */
    FULL,
    /** It clears the profile of an entity without a row; nothing changed. */
    IGNORED,
    /** It clears the profile of an entity that is idle for too long. The row is gone; the caller removes the record. */
    FORGOTTEN
}
