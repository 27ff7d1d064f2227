package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.job.warmup.KernelLease;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Creates the operator with the test's clock and pacing. */
final class ClockedMatrix extends AbstractStreamOperatorFactory<MergeInput>
        implements TwoInputStreamOperatorFactory<MatrixInput, BroadcastInput, MergeInput> {
    private static final long serialVersionUID = 1L;

    private final transient JobSettings settings;
    private final transient NanoClock clock;
    private final transient CheckpointPacing pacing;
    private final transient PlannerSource planners;
    private final transient RulesSource rules;

    /** Checkpoints are written at full speed. */
    ClockedMatrix(JobSettings settings, NanoClock clock) {
        this(settings, clock, PlannerSource.DIRECT);
    }

    ClockedMatrix(JobSettings settings, NanoClock clock, PlannerSource planners) {
        this(settings, clock, fullSpeed(), planners, RulesSource.NONE);
    }

    ClockedMatrix(JobSettings settings, NanoClock clock, RulesSource rules) {
        this(settings, clock, fullSpeed(), PlannerSource.DIRECT, rules);
    }

    private static CheckpointPacing fullSpeed() {
        return new CheckpointPacing(1, MatrixHarness.CHECKPOINT_BUDGET, SnapshotPace.Time.SYSTEM);
    }

    ClockedMatrix(JobSettings settings, NanoClock clock, CheckpointPacing pacing) {
        this(settings, clock, pacing, PlannerSource.DIRECT, RulesSource.NONE);
    }

    private ClockedMatrix(
            JobSettings settings, NanoClock clock, CheckpointPacing pacing, PlannerSource planners, RulesSource rules) {
        this.settings = settings;
        this.clock = clock;
        this.pacing = pacing;
        this.planners = planners;
        this.rules = rules;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
    public <T extends StreamOperator<MergeInput>> T createStreamOperator(
            StreamOperatorParameters<MergeInput> parameters) {
        return (T) new AnalyticsMatrixOperator(
                parameters,
                settings,
                clock,
                clock,
                () -> TimeUnit.NANOSECONDS.toMicros(clock.nanoTime()),
                pacing,
                KernelLease.take(kernels -> {}),
                planners,
                rules);
    }

    @Override
    @SuppressWarnings("rawtypes") // as Flink declares it
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return AnalyticsMatrixOperator.class;
    }
}
