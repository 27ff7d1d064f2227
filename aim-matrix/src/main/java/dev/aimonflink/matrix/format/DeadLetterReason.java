package dev.aimonflink.matrix.format;

import java.util.Locale;

/** Why the job refuses a record, for those who count or route dead letters; the sentence beside it is for people. */
public enum DeadLetterReason {
    /** It cannot be decoded, or a value is out of its range. */
    MALFORMED,
    /** It is too far ahead of its record's time or of the wall clock. */
    AHEAD,
    /** A total of its entity would overflow. */
    OVERFLOW,
    /** It is older than every window. */
    LATE,
    /** A filter of the model fails on it, as in a division by zero. */
    FILTER,
    /** It is of a new entity, and the partition is full. */
    FULL,
    /** It is an invalid query without a client to answer. */
    UNANSWERABLE;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
