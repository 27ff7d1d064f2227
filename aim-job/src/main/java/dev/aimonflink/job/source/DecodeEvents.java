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
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Makes calls of raw records. The first call of a new day also sends a turn to everybody, so that no partition waits for
 * a call of its own before its windows turn.
 */
public final class DecodeEvents extends AbstractStreamOperator<MatrixInput>
        implements OneInputStreamOperator<RawRecord, MatrixInput> {
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
    public void open() throws Exception {
        super.open();
        codec = settings.eventFormat().newCodec();
        clock = new WindowClock(settings.schema().windows(), settings.zone());
        deadLetters = new DeadLetterCounter(getMetricGroup(), Reason.MALFORMED, Reason.AHEAD);
    }

    @Override
    public void processElement(StreamRecord<RawRecord> element) {
        RawRecord raw = element.getValue();
        Event event;
        try {
            event = codec.decode(raw.value());
        } catch (MalformedException malformed) {
            layAside(raw, Reason.MALFORMED, malformed.getMessage());
            return;
        }
        String ahead = ahead(event, raw);
        if (ahead != null) {
            layAside(raw, Reason.AHEAD, ahead);
            return;
        }
        if (clock.advance(event.timestampMs())) {
            emit(SideOutputs.TURNS, new BroadcastInput.Turn(event.timestampMs()));
        }
        output.collect(new StreamRecord<>(new MatrixInput.Call(event, raw.partition(), raw.offset())));
    }

    /**
     * Returns why an event is too far ahead, or null if it is not. A record's time is the first bound, because a replay
     * decides alike by it. Where the producer sets that time too, it proves nothing: there the wall clock is a bound as
     * well, at the price that a replay may accept what was ahead before.
     */
    private String ahead(Event event, RawRecord raw) {
        if (event.timestampMs() - raw.timestampMs() > maxFutureSkewMs) {
            return ahead(event, "the record's", raw.timestampMs());
        }
        if (raw.logAppendTime()) {
            return null;
        }
        long wallMs = getProcessingTimeService().getCurrentProcessingTime();
        return event.timestampMs() - wallMs > maxFutureSkewMs ? ahead(event, "the wall clock", wallMs) : null;
    }

    private String ahead(Event event, String clockName, long clockMs) {
        return "timestamp=" + event.timestampMs() + " is more than " + maxFutureSkewMs + " ms ahead of " + clockName
                + ", " + clockMs;
    }

    private void layAside(RawRecord raw, Reason reason, String sentence) {
        deadLetters.count(reason);
        emit(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, sentence));
    }

    private <T> void emit(OutputTag<T> tag, T message) {
        output.collect(tag, new StreamRecord<>(message));
    }
}
