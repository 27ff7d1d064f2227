package dev.aimonflink.job.operator;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.ThrowingConsumer;

/** Flink's own valve for the watermarks of the streams that meet at an input. */
final class UnitedTime {
    private final StatusWatermarkValve valve;
    private final DataOutput<Object> input;

    UnitedTime(
            int streams,
            ThrowingConsumer<Watermark, Exception> watermarks,
            ThrowingConsumer<WatermarkStatus, Exception> statuses) {
        valve = new StatusWatermarkValve(streams);
        input = new TimeOnly(watermarks, statuses);
    }

    void watermark(int stream, long timeMs) throws Exception {
        valve.inputWatermark(new Watermark(timeMs), stream, input);
    }

    void status(int stream, WatermarkStatus status) throws Exception {
        valve.inputWatermarkStatus(status, stream, input);
    }

    private record TimeOnly(
            ThrowingConsumer<Watermark, Exception> watermarks, ThrowingConsumer<WatermarkStatus, Exception> statuses)
            implements DataOutput<Object> {
        @Override
        public void emitWatermark(Watermark watermark) throws Exception {
            watermarks.accept(watermark);
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
            statuses.accept(status);
        }

        @Override
        public void emitRecord(StreamRecord<Object> record) {
            throw new UnsupportedOperationException("A valve lets time through, not records.");
        }

        @Override
        public void emitLatencyMarker(LatencyMarker marker) {
            throw new UnsupportedOperationException("A valve lets time through, not latency markers.");
        }

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) {
            throw new UnsupportedOperationException("A valve lets time through, not attributes.");
        }

        @Override
        public void emitWatermark(WatermarkEvent watermark) {
            throw new UnsupportedOperationException("The job has no watermarks of its own kind.");
        }
    }
}
