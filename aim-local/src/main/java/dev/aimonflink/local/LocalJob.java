package dev.aimonflink.local;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.RecentTimes;
import dev.aimonflink.job.metrics.TimeCounts;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job on its own Flink cluster in this JVM. */
public final class LocalJob extends ObservedJob implements AutoCloseable {
    /** Adds inputs that the job generates itself. */
    public interface Generated {
        Generated NOTHING = environment -> List.of();

        List<DataStream<MatrixInput>> in(StreamExecutionEnvironment environment);
    }

    private final LocalFlink flink;
    private final RunningJob job;
    private final Runnable alsoHealthy;

    private LocalJob(LocalFlink flink, RunningJob job, Runnable alsoHealthy) {
        this.flink = flink;
        this.job = job;
        this.alsoHealthy = alsoHealthy;
    }

    public static Configuration optionsOf(String bootstrap, Topics topics) {
        return new Configuration()
                .set(AimOptions.BOOTSTRAP_SERVERS, bootstrap)
                .set(AimOptions.EVENTS_TOPIC, topics.events())
                .set(AimOptions.PROFILES_TOPIC, topics.profiles())
                .set(AimOptions.QUERIES_TOPIC, topics.queries())
                .set(AimOptions.RESULTS_TOPIC, topics.results())
                .set(AimOptions.DEAD_LETTERS_TOPIC, topics.deadLetters())
                .set(AimOptions.RULES_TOPIC, topics.rules())
                .set(AimOptions.ALERTS_TOPIC, topics.alerts());
    }

    /**
     * @param cluster settings of Flink that override those of {@link LocalFlink}
     * @param alsoHealthy throws if something that the job needs has failed
     */
    public static LocalJob start(
            int parallelism, Configuration cluster, JobSettings settings, Generated generated, Runnable alsoHealthy) {
        LocalFlink flink = LocalFlink.start(1, parallelism, cluster);
        try {
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, settings, generated.in(environment));
            RunningJob job = flink.submit(environment, "AIM on Flink");
            job.awaitRunning(STEP_LIMIT);
            return new LocalJob(flink, job, alsoHealthy);
        } catch (RuntimeException e) {
            try (flink) {
                throw e;
            }
        }
    }

    @Override
    public Optional<String> restAddress() {
        return Optional.of(flink.restAddress());
    }

    @Override
    public long counted(String metric) {
        return flink.metrics().sum(AimMetrics.GROUP + "." + metric);
    }

    /** The same count by subtask. */
    public long[] countedByEach(String metric) {
        return flink.metrics().each(AimMetrics.GROUP + "." + metric);
    }

    /** All times counted by a metric, which must exist, since the start, over all subtasks. */
    public TimeCounts times(String metric) {
        return flink.metrics()
                .ofKind(RecentTimes.class, AimMetrics.GROUP + "." + metric)
                .map(RecentTimes::counted)
                .reduce(TimeCounts::plus)
                .orElseThrow();
    }

    /** The checkpoints that Flink remembers, in any order. */
    public List<RunningJob.CheckpointTime> checkpointTimes() {
        return job.checkpointTimes();
    }

    /** Returns when it is complete. */
    public RunningJob.Checkpoint checkpoint() {
        return job.checkpoint();
    }

    /** Also throws if something that the job needs has failed. */
    @Override
    public void requireHealthy() {
        alsoHealthy.run();
        job.requireRunning();
    }

    @Override
    public void close() {
        flink.close();
    }
}
