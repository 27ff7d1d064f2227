package dev.aimonflink.matrix.format;

import java.util.Locale;

/** Why the job refuses a record, for those who count or route dead letters; the sentence beside it is for people. */
public enum DeadLetterReason {
    /** The record cannot be decoded, or a value is out of its range. */
    MALFORMED,
    /** The event is too far ahead of its record's time or of the wall clock. */
    AHEAD,
    /** A total of its entity would overflow. */
    OVERFLOW,
    /** The event is older than every window. */
    LATE,
    /** A filter of the model fails on it, as in a division by zero. */
    FILTER,
    /** The event is of a new entity, and the partition is full. */
    FULL,
    /** An invalid query without a client to answer. */
    UNANSWERABLE;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
