package dev.aimonflink.local.demo;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.SchemaDefinition;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.cluster.RunningCluster;
import java.time.ZoneOffset;

/** Shows a demo on a cluster of real processes, which runs before and after it. */
final class ClusterInstallation {
    private ClusterInstallation() {}

    /** @throws InvalidInputException if the matrix is not empty: a demo cannot recompute what it did not publish */
    static Installation of(RunningCluster cluster) {
        long rows = cluster.counted(AimMetrics.ROWS);
        if (rows > 0) {
            throw new InvalidInputException("cluster=" + cluster.folder() + " has " + rows
                    + " subscribers already, and a demo recomputes all that there is. Empty it: `aim cluster down"
                    + " --wipe`, then `aim cluster up`.");
        }
        return new Installation(cluster.connection(), cluster, () -> {});
    }

    /** The options of the demo, with the parallelism, the aggregates and the format of the cluster. */
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
}
