package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.SchemaDefinition;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.local.cluster.RunningCluster;
import java.time.ZoneOffset;

/** A cluster of real processes, which is there before the demo and after it. */
final class ClusterInstallation implements Installation {
    private final RunningCluster cluster;

    private ClusterInstallation(RunningCluster cluster) {
        this.cluster = cluster;
    }

    /** @throws InvalidInputException if there is something in the matrix, which a demo could not recompute */
    static ClusterInstallation of(RunningCluster cluster) {
        long rows = cluster.counted(AimMetrics.ROWS);
        if (rows > 0) {
            throw new InvalidInputException("cluster=" + cluster.folder() + " has " + rows
                    + " subscribers already, and a demo recomputes all that there is. Empty it: `aim cluster down"
                    + " --wipe`, then `aim cluster up`.");
        }
        return new ClusterInstallation(cluster);
    }

    /** What is asked for, with what is the cluster's to say. */
    static DemoOptions options(DemoOptions asked, RunningCluster cluster) {
        JobSettings job = cluster.jobSettings();
        SchemaDefinition schema = job.schema().definition();
        int aggregates = job.schema().aggregates().size();
        if (aggregates % MatrixSchema.AGGREGATES_PER_COPY != 0
                || !schema.equals(MatrixSchema.withAggregates(aggregates).definition())
                || !job.zone().normalized().equals(ZoneOffset.UTC)) {
            throw new InvalidInputException("cluster=" + cluster.folder()
                    + " has a schema or a time zone of its own, and a demo recomputes those of the benchmark. Start it"
                    + " with --aggregates 42 or 546 and without aim.time-zone.");
        }
        return new DemoOptions(
                asked.seconds(),
                asked.subscribers(),
                asked.rate(),
                cluster.parallelism(),
                aggregates,
                asked.seed(),
                job.eventFormat());
    }

    @Override
    public Connection connection() {
        return cluster.connection();
    }

    @Override
    public ObservedJob job() {
        return cluster;
    }

    /** It stays up. */
    @Override
    public void close() {}
}
