package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.NanoClock;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MergeInput;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Creates the matrix operator in its task. */
public final class AnalyticsMatrix extends AbstractStreamOperatorFactory<MergeInput>
        implements TwoInputStreamOperatorFactory<MatrixInput, BroadcastInput, MergeInput> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;

    public AnalyticsMatrix(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Flink declares it
    public <T extends StreamOperator<MergeInput>> T createStreamOperator(
            StreamOperatorParameters<MergeInput> parameters) {
        return (T) new AnalyticsMatrixOperator(parameters, settings, NanoClock.SYSTEM, NanoClock.THREAD_CPU);
    }

    @Override
    @SuppressWarnings("rawtypes") // as Flink declares it
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return AnalyticsMatrixOperator.class;
    }
}
