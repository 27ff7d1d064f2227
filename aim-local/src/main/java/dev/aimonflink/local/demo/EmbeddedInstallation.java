package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.local.EmbeddedBroker;
import dev.aimonflink.local.LocalJob;
import org.apache.flink.configuration.Configuration;

/** Starts an installation in this JVM. */
final class EmbeddedInstallation {
    private EmbeddedInstallation() {}

    /** Returns when the job runs. */
    static Installation start(DemoOptions options, Topics topics) {
        EmbeddedBroker broker = EmbeddedBroker.start();
        try {
            try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
                admin.createMissing(topics, TopicSettings.defaults());
            }
            LocalJob job = LocalJob.start(
                    options.parallelism(),
                    new Configuration(),
                    settings(options, topics, broker),
                    LocalJob.Generated.NOTHING,
                    () -> requireHealthy(broker));
            return new Installation(Connection.to(broker.bootstrap()), job, () -> close(job, broker));
        } catch (RuntimeException e) {
            try (broker) {
                throw e;
            }
        }
    }

    private static JobSettings settings(DemoOptions options, Topics topics, EmbeddedBroker broker) {
        return JobSettings.of(LocalJob.optionsOf(broker.bootstrap(), topics)
                .set(AimOptions.EVENTS_FORMAT, options.format().label())
                .set(AimOptions.AGGREGATES, String.valueOf(options.aggregates())));
    }

    private static void requireHealthy(EmbeddedBroker broker) {
        broker.fault().ifPresent(fault -> {
            throw new IllegalStateException("The embedded broker failed.", fault);
        });
    }

    /** Ends the job before its broker. */
    private static void close(LocalJob job, EmbeddedBroker broker) {
        try (broker) {
            job.close();
        }
    }
}
