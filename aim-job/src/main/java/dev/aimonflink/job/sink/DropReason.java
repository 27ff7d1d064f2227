package dev.aimonflink.job.sink;

/** Why a record was not written. */
public enum DropReason {
    /** As many records wait as may. */
    FULL,
    /** The job's user has no right to write to the topic. */
    NOT_ALLOWED,
    /** The record is larger than the topic or the producer takes. */
    TOO_LARGE,
    /** Kafka did not take it: no broker answered in time, or there is no such topic. */
    NOT_DELIVERED
}
