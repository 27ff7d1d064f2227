package dev.aimonflink.job.metrics;

import org.apache.flink.metrics.MetricGroup;

/** The names of all metrics of the job. */
public final class AimMetrics {
    /** The group of them all. */
    public static final String GROUP = "aim";

    /** Events that count in the matrix. */
    public static final String EVENTS_APPLIED = "eventsApplied";

    /** Events that were too late for a window; the window's label follows, as in {@code eventsLateForDay}. */
    public static final String EVENTS_LATE_FOR = "eventsLateFor";

    /** Profiles set, changed or cleared. */
    public static final String PROFILES_APPLIED = "profilesApplied";

    /** Records that went to the dead letters. */
    public static final String DEAD_LETTERS = "deadLetters";

    /** Subscribers in the matrix. */
    public static final String ROWS = "rows";

    /** How often a window turned. */
    public static final String WINDOW_TURNS = "windowTurns";

    /** Queries that wait or run in a partition. */
    public static final String QUERIES_IN_FLIGHT = "queriesInFlight";

    /** Time spent in scans: its rate is their share of the task's thread. */
    public static final String SCAN_NANOS = "scanNanos";

    /** 1 while scans go on by themselves, 2 while they wait for a saturated input to have its turn. */
    public static final String SCAN_GEAR = "scanGear";

    /** Partial results of an attempt before the last restart, which no answer uses. */
    public static final String STALE_PARTS = "staleParts";

    /** Answers by the merger, errors and time-outs included. */
    public static final String ANSWERS = "answers";

    private AimMetrics() {}

    public static MetricGroup of(MetricGroup operator) {
        return operator.addGroup(GROUP);
    }
}
