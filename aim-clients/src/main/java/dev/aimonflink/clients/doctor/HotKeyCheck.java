package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;

/** Checks whether one key has a large part of all events, which one thread has to count. */
final class HotKeyCheck implements MetricsCheck {
    private static final String CHECK = "hot key";

    /** Before so many, chance makes differences. */
    private static final long FEWEST_EVENTS = 10_000;

    private static final double HOT_SHARE = 0.2;
    private static final double PER_CENT = 100;

    @Override
    public Finding finding(JobMetrics metrics) {
        long events = metrics.sum("eventsApplied");
        String detail = events + " events counted since the job was started";
        int partitions = metrics.subtasks("eventsApplied");
        double most = metrics.max("eventsApplied").orElse(0);
        if (partitions < 2 || events < FEWEST_EVENTS) {
            return Finding.ok(CHECK, detail);
        }
        // Keys without a hot one spread alike, so what the busiest partition has more than the others is of few keys.
        double more = (most - (events - most) / (partitions - 1)) / events;
        return more < HOT_SHARE
                ? Finding.ok(CHECK, detail)
                : Finding.warn(
                        CHECK,
                        detail + ", " + Math.round(PER_CENT * most / events) + "% of them in one of " + partitions
                                + " partitions: about " + Math.round(PER_CENT * more) + "% of all may be of one key",
                        "One thread counts all events of a key, so more partitions do not help. Find it with SQL, by the count"
                                + " of its events in descending order; if it stands for unknown ones, give these keys of their"
                                + " own, or do not publish them.");
    }
}
