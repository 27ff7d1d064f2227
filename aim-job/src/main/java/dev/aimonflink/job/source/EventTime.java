package dev.aimonflink.job.source;

import dev.aimonflink.job.stream.MatrixInput;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.AscendingTimestampsWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;

/** The watermark strategies: only calls advance event time. */
public final class EventTime {
    private EventTime() {}

    /** Advances with the timestamps of calls, and goes idle after a time without calls. Progress reports do not count. */
    public static WatermarkStrategy<MatrixInput> ofCalls(Duration idleTimeout) {
        return WatermarkStrategy.<MatrixInput>forGenerator(context -> new OfCalls(new WatermarksWithIdleness<>(
                        new AscendingTimestampsWatermarks<>(), idleTimeout, context.getInputActivityClock())))
                .withTimestampAssigner(EventTime::newestMs);
    }

    private static long newestMs(MatrixInput input, long otherwiseMs) {
        if (input instanceof MatrixInput.Call call) {
            return call.event().timestampMs();
        }
        if (!(input instanceof MatrixInput.Calls chunk)) {
            return otherwiseMs;
        }
        long newestMs = Long.MIN_VALUE;
        for (MatrixInput.Call call : chunk.calls()) {
            newestMs = Math.max(newestMs, call.event().timestampMs());
        }
        return newestMs;
    }

    /** Ignores messages other than calls, because any message would keep Flink's generators from going idle. */
    private record OfCalls(WatermarkGenerator<MatrixInput> calls) implements WatermarkGenerator<MatrixInput> {
        @Override
        public void onEvent(MatrixInput input, long eventTimestampMs, WatermarkOutput output) {
            if (input instanceof MatrixInput.Call || input instanceof MatrixInput.Calls) {
                calls.onEvent(input, eventTimestampMs, output);
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            calls.onPeriodicEmit(output);
        }
    }

    /**
     * For a stream beside the calls: always idle, so it never holds event time back. {@link Watermark#MAX_WATERMARK} would
     * become the event time of all as soon as the calls go idle too.
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
