package dev.aimonflink.job.source;

import dev.aimonflink.job.stream.MatrixInput;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** Which streams tell the time: calls do, and nothing else does. */
public final class EventTime {
    private EventTime() {}

    /** A call's timestamp; a reader without calls is left out after a while. */
    public static WatermarkStrategy<MatrixInput> ofCalls(Duration idleTimeout) {
        return WatermarkStrategy.<MatrixInput>forMonotonousTimestamps()
                .withTimestampAssigner((input, recordTimestampMs) ->
                        ((MatrixInput.Call) input).event().timestampMs())
                .withIdleness(idleTimeout);
    }

    /**
     * For a stream beside the calls: always idle, so it never holds event time back. Not {@link Watermark#MAX_WATERMARK},
     * which would become everybody's time as soon as the calls fall idle too.
     */
    public static <T> WatermarkStrategy<T> none() {
        return WatermarkStrategy.forGenerator(context -> new Idle<>());
    }

    private static final class Idle<T> implements WatermarkGenerator<T> {
        @Override
        public void onEvent(T event, long eventTimestampMs, WatermarkOutput output) {}

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.markIdle();
        }
    }
}
