package dev.aimonflink.local.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.EmbeddedBroker;
import dev.aimonflink.local.LocalFlink;
import dev.aimonflink.local.RunningJob;
import dev.aimonflink.local.Waiting;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A broker, its topics, a cluster and the job on it, and what the job counts. */
final class Installation implements AutoCloseable {
    /** The longest step on the way up takes seconds; this is for machines that are busy with something else. */
    static final Duration STEP_LIMIT = Duration.ofMinutes(2);

    private final EmbeddedBroker broker;
    private final LocalFlink flink;
    private final RunningJob job;

    private Installation(EmbeddedBroker broker, LocalFlink flink, RunningJob job) {
        this.broker = broker;
        this.flink = flink;
        this.job = job;
    }

    /** Returns when the job runs. */
    static Installation start(DemoOptions options, Topics topics) {
        EmbeddedBroker broker = EmbeddedBroker.start();
        LocalFlink flink = null;
        try {
            try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
                admin.createMissing(topics, TopicSettings.defaults());
            }
            flink = LocalFlink.start(options.parallelism());
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, settings(options, topics, broker));
            RunningJob job = flink.submit(environment, "AIM on Flink");
            job.awaitRunning(STEP_LIMIT);
            return new Installation(broker, flink, job);
        } catch (RuntimeException e) {
            closeAfter(e, flink);
            closeAfter(e, broker);
            throw e;
        }
    }

    private static void closeAfter(RuntimeException failure, AutoCloseable resourceOrNull) {
        try {
            if (resourceOrNull != null) {
                resourceOrNull.close();
            }
        } catch (Exception alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    private static JobSettings settings(DemoOptions options, Topics topics, EmbeddedBroker broker) {
        return JobSettings.of(new Configuration()
                .set(AimOptions.BOOTSTRAP_SERVERS, broker.bootstrap())
                .set(AimOptions.EVENTS_TOPIC, topics.events())
                .set(AimOptions.SUBSCRIBERS_TOPIC, topics.subscribers())
                .set(AimOptions.QUERIES_TOPIC, topics.queries())
                .set(AimOptions.RESULTS_TOPIC, topics.results())
                .set(AimOptions.DEAD_LETTERS_TOPIC, topics.deadLetters())
                .set(AimOptions.EVENTS_FORMAT, options.format().label())
                .set(AimOptions.AGGREGATES, String.valueOf(options.aggregates())));
    }

    Connection connection() {
        return Connection.to(broker.bootstrap());
    }

    long profilesApplied() {
        return counted(AimMetrics.PROFILES_APPLIED);
    }

    long callsApplied() {
        return counted(AimMetrics.EVENTS_APPLIED);
    }

    /** Calls that the matrix has counted, or refused: as too late for the week, or as more than a total can hold. */
    long callsSettled() {
        return callsApplied() + counted(AimMetrics.EVENTS_LATE_FOR + "Week") + counted(AimMetrics.DEAD_LETTERS);
    }

    private long counted(String metric) {
        return flink.metrics().sum(AimMetrics.GROUP + "." + metric);
    }

    /** Throws if the broker or the job has failed, with the cause. */
    void requireHealthy() {
        broker.fault().ifPresent(fault -> {
            throw new IllegalStateException("The embedded broker failed.", fault);
        });
        job.requireRunning();
    }

    /** Waits as long as the installation is healthy. */
    void await(String what, BooleanSupplier condition) {
        boolean came = Waiting.until(
                () -> {
                    requireHealthy();
                    return condition.getAsBoolean();
                },
                STEP_LIMIT);
        if (!came) {
            throw new IllegalStateException(what + " did not happen within " + STEP_LIMIT.toSeconds() + " s.");
        }
    }

    /** Waits until a count reaches its goal, for as long as it makes headway. */
    void awaitCount(String what, LongSupplier count, long goal) {
        long reached = count.getAsLong();
        while (reached < goal) {
            long before = reached;
            await(what + ": " + before + " of " + goal + ", and more", () -> count.getAsLong() > before);
            reached = count.getAsLong();
        }
    }

    /** Ends the job first, so that it does not see its broker vanish. */
    @Override
    public void close() {
        try (broker) {
            flink.close();
        }
    }
}
