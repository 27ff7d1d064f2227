package dev.aimonflink.lab.disturbance;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.local.LocalFlink;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.local.RunningJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A job on a cluster in this process, with a TaskManager for each slot, so that losing any hits the job. */
public final class LocalVictim extends Victim {
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(400);

    /** For moments that may not come, such as a pass without requests. */
    private static final Duration MOMENT_LIMIT = Duration.ofSeconds(2);

    private final Setting setting;
    private final StormPlan plan;
    private final LocalFlink flink;
    private RunningJob job;
    private int parallelism;
    private long startsOfEarlierJobs;

    private LocalVictim(Setting setting, StormPlan plan, LocalFlink flink) {
        this.setting = setting;
        this.plan = plan;
        this.flink = flink;
        parallelism = plan.parallelism();
    }

    /** Returns when the job runs. */
    public static LocalVictim start(Setting setting, StormPlan plan, KeptModel kept, boolean unaligned) {
        Configuration cluster = new Configuration()
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL)
                .set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned)
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        cluster.addAll(setting.cell().backend().settings());
        LocalFlink flink = LocalFlink.start(plan.parallelism(), 1, cluster);
        LocalVictim victim = new LocalVictim(setting, plan, flink);
        try {
            victim.submit(kept, SavepointRestoreSettings.none());
        } catch (RuntimeException e) {
            flink.close();
            throw e;
        }
        return victim;
    }

    private void submit(KeptModel kept, SavepointRestoreSettings from) {
        StreamExecutionEnvironment environment = flink.newEnvironment();
        environment.setParallelism(parallelism);
        Topology.build(environment, settings(kept));
        job = flink.submit(environment, "storm " + setting.cell().name(), from);
        job.awaitRunning(STEP_LIMIT);
    }

    private JobSettings settings(KeptModel kept) {
        Path file = kept.write(flink.savepoints().getParent());
        Configuration options = LocalJob.optionsOf(setting.connection().bootstrap(), setting.topics())
                .set(AimOptions.GROUP_ID, setting.group())
                .set(AimOptions.EVENTS_FORMAT, plan.format().label())
                .set(AimOptions.DEAD_LETTERS_DELIVERY, plan.deadLetters().label())
                .set(AimOptions.ALERTS_DELIVERY, plan.alerts().label())
                .set(AimOptions.MODEL, file.toString())
                .set(AimOptions.COLUMNS, columns(kept))
                .set(AimOptions.SCANS_MODE, setting.cell().scans().label())
                .set(AimOptions.TIME_ZONE, plan.times().zone().getId());
        if (setting.smallTopic() != null) {
            options.set(AimOptions.RULES_TOPICS, List.of(setting.smallTopic()));
        }
        return JobSettings.of(options);
    }

    /** All others have to come from the records. */
    @Override
    public List<String> columns(KeptModel kept) {
        return List.of(kept.matrix().columns().get(0).name());
    }

    @Override
    public boolean kill(StormStep.Kill kill) {
        if (kill.moment() != StormMoment.AFTER_RESTORE) {
            awaitCheckpoint();
        }
        return switch (kill.moment()) {
            case AFTER_EVENTS, AT_TURN -> lose(kill, true);
            case IN_PASS -> lose(kill, came(() -> counted(AimMetrics.QUERIES_IN_FLIGHT) > 0));
            case IN_CHECKPOINT -> {
                job.beginCheckpoint();
                yield lose(kill, came(() -> job.checkpoints().getNumberOfInProgressCheckpoints() > 0));
            }
            case AFTER_RESTORE -> {
                loseAndRestore(1);
                OptionalLong restored = job.restoredCheckpoint();
                loseAndRestore(kill.all() ? parallelism : 1);
                yield job.restoredCheckpoint().equals(restored);
            }
        };
    }

    private boolean lose(StormStep.Kill kill, boolean met) {
        loseAndRestore(kill.all() ? parallelism : 1);
        return met;
    }

    private static boolean came(BooleanSupplier condition) {
        return Waiting.until(condition, MOMENT_LIMIT);
    }

    private void loseAndRestore(int taskManagers) {
        long restorations = job.checkpoints().getNumberOfRestoredCheckpoints();
        flink.replaceTaskManagers(taskManagers);
        job.awaitRestored(restorations, STEP_LIMIT);
    }

    @Override
    public void change(int newParallelism, KeptModel kept) {
        awaitCheckpoint();
        startsOfEarlierJobs = starts();
        String savepoint = job.stopWithSavepoint(flink.savepoints());
        parallelism = newParallelism;
        flink.resizeTo(parallelism);
        submit(kept, SavepointRestoreSettings.forPath(savepoint));
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    @Override
    public void awaitCheckpoint() {
        long completed = job.checkpoints().getNumberOfCompletedCheckpoints();
        await("A checkpoint", () -> job.checkpoints().getNumberOfCompletedCheckpoints() > completed);
    }

    @Override
    public void requireHealthy() {
        job.requireRunning();
    }

    @Override
    public long counted(String metric) {
        return flink.metrics().sum(AimMetrics.GROUP + "." + metric);
    }

    @Override
    public long starts() {
        return startsOfEarlierJobs + 1 + job.checkpoints().getNumberOfRestoredCheckpoints();
    }

    @Override
    public void close() {
        flink.close();
    }
}
