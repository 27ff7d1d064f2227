package dev.aimonflink.job.source;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.schema.WindowClock;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.MalformedException;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.DeadLetterCounter;
import dev.aimonflink.job.metrics.DeadLetterCounter.Reason;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.RawRecord;
import org.apache.flink.api.common.functions.OpenContext;
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
    private transient DeadLetterCounter deadLetters;

    public DecodeEvents(JobSettings settings) {
        this.settings = settings;
        this.maxFutureSkewMs = settings.maxFutureSkew().toMillis();
    }

    @Override
    public void open(OpenContext context) {
        codec = settings.eventFormat().newCodec();
        clock = new WindowClock(settings.schema().windows(), settings.zone());
        deadLetters = new DeadLetterCounter(getRuntimeContext().getMetricGroup(), Reason.MALFORMED, Reason.AHEAD);
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<MatrixInput> out) {
        Event event;
        try {
            event = codec.decode(raw.value());
        } catch (MalformedException malformed) {
            layAside(raw, Reason.MALFORMED, malformed.getMessage(), context);
            return;
        }
        if (isAhead(event, raw)) {
            layAside(
                    raw,
                    Reason.AHEAD,
                    "timestamp=" + event.timestampMs() + " is more than " + maxFutureSkewMs
                            + " ms ahead of the record's, " + raw.timestampMs(),
                    context);
            return;
        }
        if (clock.advance(event.timestampMs())) {
            context.output(SideOutputs.TURNS, new BroadcastInput.Turn(event.timestampMs()));
        }
        out.collect(new MatrixInput.Call(event, raw.partition(), raw.offset()));
    }

    /** Measured against the record's own time, so that a replay decides alike. */
    private boolean isAhead(Event event, RawRecord raw) {
        return event.timestampMs() - raw.timestampMs() > maxFutureSkewMs;
    }

    private void layAside(RawRecord raw, Reason reason, String sentence, Context context) {
        deadLetters.count(reason);
        context.output(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, sentence));
    }
}
