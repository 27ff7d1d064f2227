package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.EmbeddedBroker;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;

/**
 * A broker with its topics, and the job.
 *
 * @param end stops what the demo started
 */
record Installation(Connection connection, ObservedJob job, Runnable end) implements AutoCloseable {
    /** Starts one in this JVM; returns when the job runs. */
    static Installation start(DemoOptions options, Topics topics) {
        return start(options, topics, AimOptions.COLUMNS.defaultValue(), connection -> {});
    }

    /** @param beforeTheJob first does something with the topics */
    static Installation start(
            DemoOptions options, Topics topics, List<String> columns, Consumer<Connection> beforeTheJob) {
        EmbeddedBroker broker = EmbeddedBroker.start();
        try {
            Connection connection = Connection.to(broker.bootstrap());
            TopicAdmin.createMissing(connection, topics);
            beforeTheJob.accept(connection);
            Configuration wanted = LocalJob.optionsOf(broker.bootstrap(), topics)
                    .set(AimOptions.EVENTS_FORMAT, options.format().label())
                    .set(AimOptions.COLUMNS, columns);
            JobSettings settings =
                    JobSettings.of(wanted.set(AimOptions.MODEL, options.model().name()));
            LocalJob job = LocalJob.start(
                    options.parallelism(),
                    new Configuration(),
                    settings,
                    LocalJob.Generated.NOTHING,
                    () -> requireHealthy(broker));
            return new Installation(connection, job, () -> close(job, broker));
        } catch (RuntimeException e) {
            try (broker) {
                throw e;
            }
        }
    }

    private static void requireHealthy(EmbeddedBroker broker) {
        broker.fault().ifPresent(fault -> {
            throw new IllegalStateException("The embedded broker failed.", fault);
        });
    }

    private static void close(LocalJob job, EmbeddedBroker broker) {
        try (broker) {
            job.close();
        }
    }

    /**
     * A cluster of real processes, which runs before and after the demo.
     *
     * @param beforeUse first does something with the topics
     * @throws InvalidInputException if the matrix is not empty: a demo cannot recompute what it did not publish
     */
    static Installation of(RunningCluster cluster, Consumer<Connection> beforeUse) {
        long rows = cluster.counted(AimMetrics.ROWS);
        if (rows > 0) {
            throw new InvalidInputException("cluster=" + cluster.folder() + " has " + rows
                    + " rows already, and a demo recomputes all that there is. Empty it: "
                    + cluster.command("down --wipe") + ", then " + cluster.command("up") + ".");
        }
        beforeUse.accept(cluster.connection());
        return new Installation(cluster.connection(), cluster, () -> {});
    }

    @Override
    public void close() {
        end.run();
    }
}
