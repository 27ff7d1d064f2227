package dev.aimonflink.job.source;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.schema.WindowClock;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.MalformedException;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.RawRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Makes calls of raw records. The first call of a new day also sends a turn to everybody, so that no partition waits for
 * a call of its own before its windows turn.
 */
public final class DecodeEvents extends ProcessFunction<RawRecord, MatrixInput> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final long maxFutureSkewMs;
    private transient EventCodec codec;
    private transient WindowClock clock;
    private transient Counter deadLetters;

    public DecodeEvents(JobSettings settings) {
        this.settings = settings;
        this.maxFutureSkewMs = settings.maxFutureSkew().toMillis();
    }

    @Override
    public void open(OpenContext context) {
        codec = settings.eventFormat().newCodec();
        clock = new WindowClock(settings.schema().windows(), settings.zone());
        deadLetters = AimMetrics.of(getRuntimeContext().getMetricGroup()).counter(AimMetrics.DEAD_LETTERS);
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<MatrixInput> out) {
        Event event;
        try {
            event = codec.decode(raw.value());
            requireNotAhead(event, raw);
        } catch (MalformedException malformed) {
            deadLetters.inc();
            context.output(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, malformed.getMessage()));
            return;
        }
        if (clock.advance(event.timestampMs())) {
            context.output(SideOutputs.TURNS, new BroadcastInput.Turn(event.timestampMs()));
        }
        out.collect(new MatrixInput.Call(event, raw.partition(), raw.offset()));
    }

    /** Measured against the record's own time, so that a replay decides alike. */
    private void requireNotAhead(Event event, RawRecord raw) {
        if (event.timestampMs() - raw.timestampMs() > maxFutureSkewMs) {
            throw new MalformedException("timestamp=" + event.timestampMs() + " is more than " + maxFutureSkewMs
                    + " ms ahead of the record's, " + raw.timestampMs());
        }
    }
}
