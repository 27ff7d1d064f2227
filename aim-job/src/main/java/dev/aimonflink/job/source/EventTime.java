package dev.aimonflink.job.source;

import dev.aimonflink.job.message.MatrixInput;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.AscendingTimestampsWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;

/** The watermark strategies: only events advance event time. */
public final class EventTime {
    private EventTime() {}

    /** Advances with the timestamps of events, and goes idle after a time without events; progress reports do not count. */
    public static WatermarkStrategy<MatrixInput> ofEvents(Duration idleTimeout) {
        return WatermarkStrategy.<MatrixInput>forGenerator(context -> new OfEvents(new WatermarksWithIdleness<>(
                        new AscendingTimestampsWatermarks<>(), idleTimeout, context.getInputActivityClock())))
                .withTimestampAssigner(EventTime::newestMs);
    }

    private static long newestMs(MatrixInput input, long otherwiseMs) {
        return input instanceof MatrixInput.Events events ? events.newestMs() : otherwiseMs;
    }

    /** Ignores other messages, because any message would keep Flink's generators from going idle. */
    private record OfEvents(WatermarkGenerator<MatrixInput> events) implements WatermarkGenerator<MatrixInput> {
        @Override
        public void onEvent(MatrixInput input, long eventTimestampMs, WatermarkOutput output) {
            if (input instanceof MatrixInput.Events) {
                events.onEvent(input, eventTimestampMs, output);
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            events.onPeriodicEmit(output);
        }
    }

    /**
     * For a stream beside the events: always idle, so it never holds event time back. {@link Watermark#MAX_WATERMARK} would become the
     * overall event time as soon as the events go idle, too.
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
