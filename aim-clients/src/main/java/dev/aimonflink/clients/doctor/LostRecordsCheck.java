package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;

/** Checks whether the job continued without events or profiles that Kafka no longer had. */
final class LostRecordsCheck implements MetricsCheck {
    private static final String CHECK = "lost records";
    private static final String REMEDY =
            "Start the job without state and with --aim.start earliest to count what Kafka has;"
                    + " see docs/operations.md#records-that-kafka-no-longer-has.";

    @Override
    public Finding finding(JobMetrics metrics) {
        long partitions = metrics.sum("offsetsLost");
        if (partitions == 0) {
            return Finding.ok(CHECK, "none since the job was started");
        }
        return Finding.warn(
                CHECK,
                "Kafka no longer had the next records of " + partitions + " Kafka partitions, so answers lack "
                        + metrics.sum("recordsLost")
                        + " records that were deleted, and those of topics that were created anew",
                REMEDY);
    }

    /** For a job whose answers say that they lack events, whatever was restarted since. */
    static Finding ofAnswers(long lost) {
        return Finding.warn(
                "lost events", "answers lack events that Kafka no longer had, " + lost + " by their offsets", REMEDY);
    }
}
