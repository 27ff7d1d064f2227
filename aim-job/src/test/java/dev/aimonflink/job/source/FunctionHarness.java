package dev.aimonflink.job.source;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MessageFormat;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RawRecord;
import java.util.List;
import java.util.Queue;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** A function or operator that decodes raw records, alone. */
final class FunctionHarness<T> {
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final MockEnvironment environment = new MockEnvironmentBuilder()
            .setMaxParallelism(DecodeHarness.MAX_PARALLELISM)
            .setMetricGroup(metrics.group())
            .build();
    private final OneInputStreamOperatorTestHarness<RawRecord, T> harness;

    FunctionHarness(ProcessFunction<RawRecord, T> function, MessageFormat<T> format, long nowMs) throws Exception {
        this(new ProcessOperator<>(function), format, nowMs);
    }

    FunctionHarness(OneInputStreamOperator<RawRecord, T> operator, MessageFormat<T> format, long nowMs)
            throws Exception {
        this(operator, format, nowMs, null);
    }

    /** @param restoredCheckpointOrNull what the function is restored from, as the only thing that it knows of it */
    FunctionHarness(
            OneInputStreamOperator<RawRecord, T> operator,
            MessageFormat<T> format,
            long nowMs,
            Long restoredCheckpointOrNull)
            throws Exception {
        harness = new OneInputStreamOperatorTestHarness<>(operator, environment);
        harness.setProcessingTime(nowMs);
        harness.setup(new MessageSerializer<>(format));
        if (restoredCheckpointOrNull != null) {
            harness.setRestoredCheckpointId(restoredCheckpointOrNull);
            harness.initializeState(OperatorSubtaskState.builder().build());
        }
        harness.open();
    }

    void setWallClock(long nowMs) throws Exception {
        harness.setProcessingTime(nowMs);
    }

    void process(RawRecord raw) throws Exception {
        harness.processElement(new StreamRecord<>(raw));
    }

    /** Returns the main output since the last call. */
    List<T> output() {
        List<T> values = harness.extractOutputValues();
        harness.getOutput().clear();
        return values;
    }

    /** Returns the side output since the last call. */
    <X> List<X> output(OutputTag<X> tag) {
        Queue<StreamRecord<X>> records = harness.getSideOutput(tag);
        if (records == null) {
            return List.of();
        }
        List<X> values = records.stream().map(StreamRecord::getValue).toList();
        records.clear();
        return values;
    }

    List<DeadLetter> deadLetters() {
        return output(SideOutputs.DEAD_LETTERS);
    }

    long counter(String name) {
        return metrics.counter(name);
    }

    void close() throws Exception {
        harness.close();
        environment.close();
    }
}
