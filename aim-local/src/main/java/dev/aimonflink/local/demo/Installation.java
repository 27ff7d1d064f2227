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

/** A broker, its topics, and the job. */
final class Installation implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final LocalJob job;

    private Installation(EmbeddedBroker broker, LocalJob job) {
        this.broker = broker;
        this.job = job;
    }

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
            return new Installation(broker, job);
        } catch (RuntimeException e) {
            try {
                broker.close();
            } catch (RuntimeException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
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

    Connection connection() {
        return Connection.to(broker.bootstrap());
    }

    LocalJob job() {
        return job;
    }

    /** Ends the job first, so that it does not see its broker vanish. */
    @Override
    public void close() {
        try (broker) {
            job.close();
        }
    }
}
