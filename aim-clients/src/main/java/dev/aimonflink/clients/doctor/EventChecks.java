package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.flink.JobMetrics;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks by metrics that the job counts all events, soon, has room for their keys, and spreads them over its partitions. */
final class EventChecks {
    private static final String DEAD_LETTERS = "dead letters";

    private static final String LOST_RECORDS = "lost records";
    private static final String OF_LOST_RECORDS =
            "Start the job without state and with --aim.start earliest to count what Kafka has;"
                    + " see docs/operations.md#records-that-kafka-no-longer-has.";

    private static final String LAG = "lag";

    /** Far above the second that an event may take, and above the delay of a checkpoint or restart. */
    private static final long TOLERATED_LAG_MS = 10_000;

    private static final String ROWS = "rows";

    /** The percentage of the limit from which on it warns. */
    private static final int NEARLY_FULL_PERCENT = 90;

    private static final String HOT_KEY = "hot key";

    /** Before so many, chance makes differences. */
    private static final long FEWEST_EVENTS = 10_000;

    private static final double HOT_SHARE = 0.2;
    private static final double PER_CENT = 100;

    private EventChecks() {}

    /** Whether records went to the dead letters, and why. */
    static Finding deadLetters(JobMetrics metrics) {
        long all = metrics.sum("deadLetters");
        if (all == 0) {
            return Finding.ok(DEAD_LETTERS, "none since the job was started");
        }
        Map<String, Long> byReason = metrics.sumsOf("deadLetters");
        String reasons = byReason.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        long skipped = metrics.sum("lettersSkipped");
        return Finding.warn(
                DEAD_LETTERS,
                all + " since the job was started" + (reasons.isEmpty() ? "" : ": " + reasons)
                        + (skipped == 0
                                ? ""
                                : "; " + skipped + " of them are not in the topic (aim.dead-letters.max-per-second)"),
                "Read some with `aim dead-letters`, which says what is wrong with each."
                        + (byReason.containsKey("Malformed")
                                ? " If all events are malformed, their format may not be aim.events.format, or they were"
                                        + " published with another model."
                                : "")
                        + (byReason.containsKey("Late")
                                ? " Late events are older than every window: publish them sooner, or see that no"
                                        + " producer's clock is ahead and has moved the windows on."
                                : ""));
    }

    /** Whether the job continued without events or profiles that Kafka no longer had. */
    static Finding lostRecords(JobMetrics metrics) {
        long partitions = metrics.sum("offsetsLost");
        return partitions == 0
                ? Finding.ok(LOST_RECORDS, "none since the job was started")
                : Finding.warn(
                        LOST_RECORDS,
                        "Kafka no longer had the next records of " + partitions + " Kafka partitions, so answers lack "
                                + metrics.sum("recordsLost")
                                + " records that were deleted, and those of topics that were created anew",
                        OF_LOST_RECORDS);
    }

    /** For a job whose answers say that they lack events, whatever was restarted since. */
    static Finding lostEvents(long lost) {
        return Finding.warn(
                "lost events",
                "answers lack events that Kafka no longer had, " + lost + " by their offsets",
                OF_LOST_RECORDS);
    }

    /** Whether a Kafka partition of the events topic is behind the wall clock. */
    static Finding lag(JobMetrics metrics) {
        Map<Integer, Double> lagsMs = metrics.byKafkaPartition("eventTimeLagMs");
        Map.Entry<Integer, Double> worst =
                lagsMs.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry(0, 0.0));
        long behind = lagsMs.values().stream()
                .filter(lagMs -> lagMs > TOLERATED_LAG_MS)
                .count();
        if (behind == 0) {
            return Finding.ok(LAG, "no Kafka partition of the events topic is behind");
        }
        Duration lag = Duration.ofSeconds(Math.round(worst.getValue() / 1000));
        return Finding.warn(
                LAG,
                behind + " of " + lagsMs.size() + " Kafka partitions of the events topic are behind, partition "
                        + worst.getKey() + " by " + Durations.text(lag) + " of event time",
                "If it shrinks, wait. If it grows, add partitions and cores; if it is one partition alone, look at its"
                        + " broker and its reader, and at the clocks of who writes to it.");
    }

    /** Whether each partition has room for the rows of new keys. */
    static Finding rows(JobMetrics metrics) {
        long rows = metrics.sum("rows");
        long limit = metrics.sum("rowsLimit");
        if (limit == 0) {
            return Finding.ok(ROWS, rows + " rows");
        }
        String detail = rows + " of at most " + limit + " rows";
        // The overall limit is shared equally, and a full partition refuses new ones whatever room the others have.
        double fullestRows = metrics.max("rows").orElse(0);
        double limitOfEach = metrics.max("rowsLimit").orElse(0);
        return fullestRows * 100 >= limitOfEach * NEARLY_FULL_PERCENT
                ? Finding.warn(
                        ROWS,
                        detail + ", " + Math.round(fullestRows) + " of at most " + Math.round(limitOfEach)
                                + " in the fullest partition; beyond, events of new keys go to the dead letters",
                        "Raise aim.matrix.max-entities if there is heap for more, or set aim.matrix.forget-after, or"
                                + " find the producer that sends unknown keys.")
                : Finding.ok(ROWS, detail);
    }

    /** Whether one key has a large part of all events, which one thread has to count. */
    static Finding hotKey(JobMetrics metrics) {
        long events = metrics.sum("eventsApplied");
        String detail = events + " events counted since the job was started";
        int partitions = metrics.subtasks("eventsApplied");
        double most = metrics.max("eventsApplied").orElse(0);
        if (partitions < 2 || events < FEWEST_EVENTS) {
            return Finding.ok(HOT_KEY, detail);
        }
        // Keys without a hot one spread alike, so what the busiest partition has more than the others is of few keys.
        double more = (most - (events - most) / (partitions - 1)) / events;
        return more < HOT_SHARE
                ? Finding.ok(HOT_KEY, detail)
                : Finding.warn(
                        HOT_KEY,
                        detail + ", " + Math.round(PER_CENT * most / events) + "% of them in one of " + partitions
                                + " partitions: about " + Math.round(PER_CENT * more) + "% of all may be of one key",
                        "One thread counts all events of a key, so more partitions do not help. Find it with SQL, by the count"
                                + " of its events in descending order; if it stands for unknown ones, give these keys of their"
                                + " own, or do not publish them.");
    }
}
