package dev.aimonflink.job.metrics;

import org.apache.flink.metrics.MetricGroup;

/** The names of all metrics of the job. */
public final class AimMetrics {
    public static final String GROUP = "aim";

    /** Events that count in the matrix. */
    public static final String EVENTS_APPLIED = "eventsApplied";

    /** Events too late for a window; the window's label follows, as in {@code eventsLateForDay}. */
    public static final String EVENTS_LATE_FOR = "eventsLateFor";

    /** Profiles set, changed or cleared. */
    public static final String PROFILES_APPLIED = "profilesApplied";

    /** Records that went to the dead letters; {@link ReasonCounter} also counts them by reason. */
    public static final String DEAD_LETTERS = "deadLetters";

    /** Dead letters not written because there were too many; {@link ReasonCounter} also counts them by reason. */
    public static final String LETTERS_SKIPPED = "lettersSkipped";

    /** Alerts that fired, including those of resolved levels and those not written. */
    public static final String ALERTS_FIRED = "alertsFired";

    /** Alerts that shadow rules would have made, including those of resolved levels. */
    public static final String ALERTS_SHADOWED = "alertsShadowed";

    /** Alerts not written because there were too many in a second. */
    public static final String ALERTS_SKIPPED = "alertsSkipped";

    /** Alerts and events of rules not written because Kafka does not take their size. */
    public static final String RULE_EVENTS_TOO_LARGE = "ruleEventsTooLarge";

    public static final String CHECKS = "checks";

    /** Skipped checks of rules, because events were behind, the previous check was not over, or the scan failed. */
    public static final String CHECKS_SKIPPED = "checksSkipped";

    /** Records that checks looked at, because a rule had become true or false there. */
    public static final String CHECKED_RECORDS = "checkedRecords";

    /** Rules that judge the events of a partition. */
    public static final String RULES = "rules";

    /** Records of the topic of rules that mean nothing for the model. */
    public static final String RULES_REFUSED = "rulesRefused";

    public static final String RULES_SUSPENDED = "rulesSuspended";
    public static final String RULES_BYTES = "rulesBytes";

    /** How often a rule's condition failed, as in a division by zero. */
    public static final String RULES_FAILED = "rulesFailed";

    /** How long ago the end of the topic of rules was read; beyond a second, events wait. */
    public static final String RULES_AGE_MS = "rulesAgeMs";

    /** Entities in the matrix. */
    public static final String ROWS = "rows";

    /** How many entities a partition holds; beyond it, records of new entities are dead letters. */
    public static final String ROWS_LIMIT = "rowsLimit";

    /** Entities erased or forgotten since the start. */
    public static final String ENTITIES_FORGOTTEN = "entitiesForgotten";

    /** Memory of the columns, without the records. */
    public static final String COLUMN_BYTES = "columnBytes";

    public static final String WINDOW_TURNS = "windowTurns";

    /** Queries that wait or run in a partition. */
    public static final String QUERIES_IN_FLIGHT = "queriesInFlight";

    public static final String SQL_BYTES_KEPT = "sqlBytesKept";

    public static final String QUERIES_AWAITING_EVENTS = "queriesAwaitingEvents";

    /** Queries that a partition dropped after their deadlines. */
    public static final String QUERIES_EXPIRED = "queriesExpired";

    /** Queries that a partition answered by an equal one's last part, because the client accepts an older answer. */
    public static final String PARTS_REUSED = "partsReused";

    /** CPU time of scans: its rate is their share of the task's thread. */
    public static final String SCAN_NANOS = "scanNanos";

    /** CPU time of the thread beside the task's, if scans run there. */
    public static final String SCAN_THREAD_NANOS = "scanThreadNanos";

    /** Rows scanned, counted once for each query; divided by scan time, the scan speed. */
    public static final String SCAN_ROWS = "scanRows";

    /** The state of scans: 1 for s1, 2 for s2, 3 for s3-is, 4 for s3-ni. */
    public static final String SCAN_STATE = "scanState";

    public static final String SCAN_STATE_CHANGES = "scanStateChanges";

    /**
     * Rows of which a scan read something not in their blocks yet, counted once for each query. The rest of {@link #SCAN_ROWS} is the
     * freshness rate of queries.
     */
    public static final String SCAN_FRESH_ROWS = "scanFreshRows";

    public static final String SCAN_SLICES = "scanSlices";
    public static final String SCAN_SLICES_LONG = "scanSlicesLong";

    /** 1 where scans run on the Vector API, 0 on plain loops. */
    public static final String VECTOR_KERNELS = "vectorKernels";

    /** The label for one Kafka partition of the events topic: its number. */
    public static final String KAFKA_PARTITION = "kafkaPartition";

    /** The newest event time that a reader accepted from a Kafka partition, or 0. */
    public static final String NEWEST_EVENT_TIME_MS = "newestEventTimeMs";

    /** How far that time is behind the wall clock; 0 if all events are read. */
    public static final String EVENT_TIME_LAG_MS = "eventTimeLagMs";

    /** How far answers are behind the wall clock, by the newest event time of the Kafka partition furthest behind. */
    public static final String FRESHNESS_LAG_MS = "freshnessLagMs";

    /** The longest time in the last 10 to 20 s in which a partition applied no event. */
    public static final String EVENT_GAP_MS = "eventGapMs";

    /** The time from decoding an event until it is applied. */
    public static final String DECODED_TO_APPLIED_MICROS = "decodedToAppliedMicros";

    /** 1 while scans run slice after slice, 2 while they yield to a saturated input. */
    public static final String SCAN_GEAR = "scanGear";

    /** Partials of an attempt before the last restart, which no answer uses. */
    public static final String STALE_PARTS = "staleParts";

    /** Second rounds in the queries topic of an earlier run of the job, or of another job. */
    public static final String SECOND_ROUNDS_SKIPPED = "secondRoundsSkipped";

    /** Kafka partitions of a topic in which the job could not continue, because Kafka no longer had its offset. */
    public static final String OFFSETS_LOST = "offsetsLost";

    /** Records of a topic that Kafka deleted before the job read them. */
    public static final String RECORDS_LOST = "recordsLost";

    /** Answers, including errors and time-outs; {@link AnswerCounter} also counts them by status. */
    public static final String ANSWERS = "answers";

    /** Requests that had expired when the job read them, as after a restart; included in the answers that timed out. */
    public static final String REQUESTS_EXPIRED = "requestsExpired";

    /** The time from a request's first part to its answer: how long the fastest partition waits for the slowest. */
    public static final String MERGE_WAIT_MICROS = "mergeWaitMicros";

    /** Merges waiting in a merger, which runs long ones one after the other. */
    public static final String MERGES_WAITING = "mergesWaiting";

    /** The time from a request's record to the merger's answer. */
    public static final String REQUEST_LATENCY_MS = "requestLatencyMs";

    /** Answers that could not be written; {@link ReasonCounter} also counts them by reason. */
    public static final String RESULTS_DROPPED = "resultsDropped";

    /** Second rounds that could not be written to the topic of queries; also counted by reason. */
    public static final String SECOND_ROUNDS_DROPPED = "secondRoundsDropped";

    /** Texts waiting to be planned. */
    public static final String TEXTS_WAITING = "textsWaiting";

    /** Texts refused because the planning budget of all was exceeded. */
    public static final String TEXTS_REFUSED = "textsRefused";

    /** CPU time of planning texts: its rate is their share of a core. */
    public static final String PLANNING_NANOS = "planningNanos";

    public static final String CLIENT = "client";

    private AimMetrics() {}

    public static MetricGroup of(MetricGroup operator) {
        return operator.addGroup(GROUP);
    }
}
