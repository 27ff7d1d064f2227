package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.job.warmup.KernelLease;
import dev.aimonflink.job.warmup.SqlWarmUp;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.time.Duration;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Creates the matrix operator in its task. */
public final class AnalyticsMatrix extends AbstractStreamOperatorFactory<MergeInput>
        implements TwoInputStreamOperatorFactory<MatrixInput, BroadcastInput, MergeInput> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final Duration checkpointBudget;
    private final PlannerSource planners;
    private final RulesSource rules;

    /** @param checkpointBudget within which a slowly written checkpoint has to end */
    public AnalyticsMatrix(JobSettings settings, Duration checkpointBudget) {
        this(settings, checkpointBudget, PlannerSource.SHARED, RulesSource.SHARED);
    }

    AnalyticsMatrix(JobSettings settings, Duration checkpointBudget, PlannerSource planners, RulesSource rules) {
        this.settings = settings;
        this.checkpointBudget = checkpointBudget;
        this.planners = planners;
        this.rules = rules;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
    public <T extends StreamOperator<MergeInput>> T createStreamOperator(
            StreamOperatorParameters<MergeInput> parameters) {
        RestoredModel.requireSameRows(settings.model(), parameters);
        return (T) new AnalyticsMatrixOperator(
                parameters,
                settings,
                NanoClock.SYSTEM,
                NanoClock.THREAD_CPU,
                MatrixInput::nowMicros,
                new CheckpointPacing(settings.checkpointCpuShare(), checkpointBudget, SnapshotPace.Time.SYSTEM),
                // Before the records are restored, so that the kernels warm up meanwhile.
                KernelLease.take(kernels -> new SqlWarmUp(settings, kernels).run(SqlWarmUp.NANOS)),
                planners,
                rules);
    }

    @Override
    @SuppressWarnings("rawtypes") // as Flink declares it
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return AnalyticsMatrixOperator.class;
    }
}
