package dev.aimonflink.job.source;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.model.SubscriberUpdate;
import dev.aimonflink.core.wire.MalformedException;
import dev.aimonflink.core.wire.ProfileCodec;
import dev.aimonflink.job.metrics.DeadLetterCounter;
import dev.aimonflink.job.metrics.DeadLetterCounter.Reason;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.RawRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Decodes raw records to profile changes and erasures. A record without a value removes the profile. */
public final class DecodeProfiles extends ProcessFunction<RawRecord, MatrixInput> {
    private static final long serialVersionUID = 1L;

    private transient ProfileCodec codec;
    private transient DeadLetterCounter deadLetters;

    @Override
    public void open(OpenContext context) {
        codec = new ProfileCodec();
        deadLetters = new DeadLetterCounter(getRuntimeContext().getMetricGroup(), Reason.MALFORMED);
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<MatrixInput> out) {
        try {
            out.collect(decode(raw));
        } catch (MalformedException malformed) {
            deadLetters.count(Reason.MALFORMED);
            context.output(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, malformed.getMessage()));
        }
    }

    private MatrixInput decode(RawRecord raw) {
        if (raw.value() == null) {
            return new MatrixInput.ProfileChange(
                    EntityId.of(codec.decodeKey(raw.key())), null, raw.partition(), raw.offset());
        }
        SubscriberUpdate update = codec.decodeUpdate(raw.value());
        return update instanceof Profile profile
                ? new MatrixInput.ProfileChange(
                        EntityId.of(profile.subscriberId()), profile, raw.partition(), raw.offset())
                : new MatrixInput.Forget(EntityId.of(update.subscriberId()));
    }
}
