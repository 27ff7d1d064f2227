package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.flink.JobMetrics;
import java.time.Duration;
import java.util.Map;

/** Checks by the metrics that no Kafka partition of the events topic is behind the wall clock. */
final class LagCheck implements MetricsCheck {
    private static final String CHECK = "lag";

    /** Far above the second that an event may take, and above the delay of a checkpoint or restart. */
    private static final long TOLERATED_MS = 10_000;

    @Override
    public Finding finding(JobMetrics metrics) {
        Map<Integer, Double> lagsMs = metrics.byKafkaPartition("eventTimeLagMs");
        Map.Entry<Integer, Double> worst =
                lagsMs.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry(0, 0.0));
        long behind =
                lagsMs.values().stream().filter(lagMs -> lagMs > TOLERATED_MS).count();
        if (behind == 0) {
            return Finding.ok(CHECK, "no Kafka partition of the events topic is behind");
        }
        Duration lag = Duration.ofSeconds(Math.round(worst.getValue() / 1000));
        return Finding.warn(
                CHECK,
                behind + " of " + lagsMs.size() + " Kafka partitions of the events topic are behind, partition "
                        + worst.getKey() + " by " + Durations.text(lag) + " of event time",
                "If it shrinks, wait. If it grows, add partitions and cores; if it is one partition alone, look at its"
                        + " broker and its reader, and at the clocks of who writes to it.");
    }
}
