package dev.aimonflink.local.demo;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.local.cluster.RunningCluster;
import java.time.ZoneOffset;

/**
 * The options of a demo, validated.
 *
 * @param seconds how long calls are published and queries asked
 * @param subscribers how many call; each has a profile
 * @param rate calls a second
 * @param aggregates kept for each subscriber
 */
public record DemoOptions(
        int seconds, int subscribers, int rate, int parallelism, int aggregates, long seed, EventFormat format) {
    public static final int MAX_SECONDS = 3_600;
    public static final int MAX_SUBSCRIBERS = 10_000_000;
    public static final int MAX_RATE = 1_000_000;

    /** All calls are held in memory for the recomputation. */
    public static final long MAX_CALLS = 50_000_000;

    public DemoOptions {
        Limits.requireWithin("seconds", seconds, 1, MAX_SECONDS);
        Limits.requireWithin("subscribers", subscribers, 1, MAX_SUBSCRIBERS);
        Limits.requireWithin("rate", rate, 1, MAX_RATE);
        Limits.requireWithin("parallelism", parallelism, 1, Topology.MAX_PARALLELISM);
        MatrixSchema.withAggregates(aggregates);
        if ((long) seconds * rate > MAX_CALLS) {
            throw new InvalidInputException("seconds=" + seconds + " times rate=" + rate + " is more than " + MAX_CALLS
                    + " calls, which a demo cannot hold in memory to verify its answers. Lower one of them.");
        }
    }

    /** The same, with the parallelism, the aggregates and the format of a cluster. */
    DemoOptions on(RunningCluster cluster) {
        JobSettings job = cluster.jobSettings();
        int present = job.schema().columns().size();
        if (present % MatrixSchema.AGGREGATES_PER_COPY != 0
                || job.schema().fingerprint()
                        != MatrixSchema.withAggregates(present).fingerprint()
                || !job.zone().normalized().equals(ZoneOffset.UTC)) {
            throw new InvalidInputException("cluster=" + cluster.folder()
                    + " has a schema or a time zone of its own, and a demo recomputes those of the benchmark. Start it"
                    + " with --aggregates 42 or 546 and without aim.time-zone.");
        }
        return new DemoOptions(seconds, subscribers, rate, cluster.parallelism(), present, seed, job.eventFormat());
    }
}
