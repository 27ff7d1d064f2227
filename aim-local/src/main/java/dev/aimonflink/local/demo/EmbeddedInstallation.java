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

/** All in this JVM, for as long as the demo lasts. */
final class EmbeddedInstallation implements Installation {
    private final EmbeddedBroker broker;
    private final LocalJob job;

    private EmbeddedInstallation(EmbeddedBroker broker, LocalJob job) {
        this.broker = broker;
        this.job = job;
    }

    /** Returns when the job runs. */
    static EmbeddedInstallation start(DemoOptions options, Topics topics) {
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
            return new EmbeddedInstallation(broker, job);
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

    @Override
    public Connection connection() {
        return Connection.to(broker.bootstrap());
    }

    @Override
    public LocalJob job() {
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
