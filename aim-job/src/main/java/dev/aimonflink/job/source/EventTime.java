package dev.aimonflink.job.source;

import dev.aimonflink.job.stream.MatrixInput;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.AscendingTimestampsWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;

/** Which streams tell the time: calls do, and nothing else does. */
public final class EventTime {
    private EventTime() {}

    /** A call's timestamp; a reader without calls is left out after a while. Its progress tells no time. */
    public static WatermarkStrategy<MatrixInput> ofCalls(Duration idleTimeout) {
        return WatermarkStrategy.<MatrixInput>forGenerator(context -> new OfCalls(new WatermarksWithIdleness<>(
                        new AscendingTimestampsWatermarks<>(), idleTimeout, context.getInputActivityClock())))
                .withTimestampAssigner((input, recordTimestampMs) ->
                        input instanceof MatrixInput.Call call ? call.event().timestampMs() : recordTimestampMs);
    }

    /** Leaves out what is no call: to Flink's generators any message is a sign of life. */
    private record OfCalls(WatermarkGenerator<MatrixInput> calls) implements WatermarkGenerator<MatrixInput> {
        @Override
        public void onEvent(MatrixInput input, long eventTimestampMs, WatermarkOutput output) {
            if (input instanceof MatrixInput.Call) {
                calls.onEvent(input, eventTimestampMs, output);
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            calls.onPeriodicEmit(output);
        }
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
